"""The database itself refuses to change a revision, whatever program asks; removing a whole topology stays possible."""

from django.db import migrations

#: Every column but the author's key, which is emptied when an account is removed (`author_name` stays).
_COLUMNS = (
    "topology_id, number, data, sha256, step, operation, ops, splices, base, origin, author_name, via, kind, valid, "
    "errors, warnings, created"
)

_MAKE = {
    "sqlite": [
        f"""CREATE TRIGGER revision_append_only BEFORE UPDATE OF {_COLUMNS} ON topology_revision
        BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END""",
    ],
    "postgresql": [
        """CREATE FUNCTION refuse_revision_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'revisions are append-only'; END $$""",
        f"""CREATE TRIGGER revision_append_only BEFORE UPDATE OF {_COLUMNS} ON topology_revision
        FOR EACH ROW EXECUTE FUNCTION refuse_revision_change()""",
    ],
}
_DROP = {
    "sqlite": ["DROP TRIGGER revision_append_only"],
    "postgresql": [
        "DROP TRIGGER revision_append_only ON topology_revision",
        "DROP FUNCTION refuse_revision_change()",
    ],
}


def _run(table):
    def run(apps, schema_editor):
        for statement in table.get(schema_editor.connection.vendor, ()):
            schema_editor.execute(statement)

    return run


class Migration(migrations.Migration):
    dependencies = [("topology", "0001_initial")]

    operations = [migrations.RunPython(_run(_MAKE), _run(_DROP))]
