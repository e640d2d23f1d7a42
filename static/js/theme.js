// Light, dark or as the system says; remembered in a cookie so that the server already sends the right page.

export function startTheme() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-theme-form]")) return;
    event.preventDefault();
    choose(event.submitter.value);
    event.target.closest("details")?.removeAttribute("open");
  });
}

function choose(theme) {
  const year = theme === "system" ? 0 : 31536000;
  document.cookie = `theme=${theme}; path=/; max-age=${year}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new CustomEvent("theme", { detail: { dark: isDark() } }));
}

export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
