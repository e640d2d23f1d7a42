"""Who may do what, address by address: read by `test_access`, which fails for an address that has no line here.

A line is a route's name, a method, and the status that each kind of caller gets. A method that has no line is refused
(405). What a stranger gets must look like what nobody gets for a thing that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator

#: Pages. `test_access.FORMS` has what each write sends, so that whoever may do it succeeds.
PAGES = """
name                        method anonymous stranger viewer editor owner

healthz                     GET    200       200      200    200    200
readyz                      GET    200       200      200    200    200
metrics                     GET    200       200      200    200    200
sign-in                     GET    200       302      302    302    302
sign-in                     POST   200       302      302    302    302
sign-in-link                GET    200       200      200    200    200
sign-in-link                POST   302       302      302    302    302
sign-out                    POST   302       302      302    302    302
join                        GET    200       200      200    200    200
join                        POST   302       302      302    302    302
account                     GET    302       200      200    200    200
change-password             POST   302       302      302    302    302
sign-out-everywhere         POST   302       302      302    302    302
home                        GET    302       302      302    302    302
theme                       POST   302       302      302    302    302
rules                       GET    200       200      200    200    200
rule                        GET    200       200      200    200    200

share                       GET    200       200      200    200    200
share-embed                 GET    200       200      200    200    200
share-inspect               GET    200       200      200    200    200
share-of                    GET    200       200      200    200    200
share-of-inspect            GET    200       200      200    200    200

dashboard                   GET    302       404      200    200    200
wall                        GET    302       404      200    200    200
team-lattice                GET    302       404      200    200    200
seats                       GET    302       404      200    200    200
import                      GET    302       404      403    200    200
import                      POST   302       404      403    302    302
undelete                    POST   302       404      403    403    302

settings                    GET    302       404      403    403    200
settings-rename             POST   302       404      403    403    302
settings-role               POST   302       404      403    403    302
settings-remove             POST   302       404      403    403    302
settings-invite             POST   302       404      403    403    201
settings-revoke-invitation  POST   302       404      403    403    302
settings-token              POST   302       404      403    403    201
settings-revoke-token       POST   302       404      403    403    302
settings-share              POST   302       404      403    403    201
settings-revoke-share       POST   302       404      403    403    302
settings-registry           POST   302       404      403    403    302
audit                       GET    302       404      403    403    200

topology                    GET    302       404      200    200    200
topology-outline            GET    302       404      200    200    200
topology-source             GET    302       404      200    200    200
topology-source-save        POST   302       404      403    302    302
topology-source-check       POST   302       404      200    200    200
topology-source-draw        POST   302       404      200    200    200
topology-checks             GET    302       404      200    200    200
topology-launch             GET    302       404      200    200    200
topology-lattice            GET    302       404      200    200    200
topology-channels           GET    302       404      200    200    200
topology-history            GET    302       404      200    200    200
topology-restore            POST   302       404      403    302    302
topology-diff               GET    302       404      200    200    200
topology-diff               POST   302       404      200    200    200
topology-newer              GET    302       404      200    200    200
topology-find               GET    302       404      200    200    200
topology-inspect            GET    302       404      302    302    302
topology-fields             POST   302       404      403    200    200
topology-edge-verdict       GET    302       404      200    200    200
topology-ops                POST   302       404      403    302    302
topology-undo               POST   302       404      403    302    302
topology-redo               POST   302       404      403    302    302
topology-publish            POST   302       404      403    302    302
topology-unpublish          POST   302       404      403    302    302
topology-tidy               POST   302       404      403    302    302
topology-version            POST   302       404      403    302    302
topology-rename             POST   302       404      403    302    302
topology-delete             POST   302       404      403    302    302
topology-export             GET    302       404      200    200    200
topology-thumbnail          GET    302       404      200    200    200
topology-shares             GET    302       404      403    403    302
"""

#: The API, by token: none, one of another team, one that may read, one that may write.
API = """
name                        method nobody other read write

api:openapi-json            GET    200    200   200  200
api:openapi-view            GET    200    200   200  200
api:list_topologies         GET    401    404   200  200
api:create_topology         POST   401    404   403  201
api:read_topology           GET    401    404   200  200
api:export_yaml             GET    401    404   200  200
api:export_form             GET    401    404   200  200
api:save                    PUT    401    404   403  200
api:apply_operations        POST   401    404   403  200
api:undo_change             POST   401    404   403  200
api:redo_change             POST   401    404   403  200
api:restore_revision        POST   401    404   403  200
api:publish_revision        POST   401    404   403  200
api:unpublish_topology      POST   401    404   403  200
api:list_revisions          GET    401    404   200  200
api:read_revision           GET    401    404   200  200
api:diff_revisions          GET    401    404   200  200
api:who_is                  GET    401    404   200  200
api:seat                    GET    401    404   200  200
api:registry                GET    401    404   200  200
api:check                   POST   401    200   200  200
"""

#: Addresses below the API's root where there is nothing, whoever asks.
NOWHERE = {"api:api-root", "api-nowhere"}

#: The admin, for who runs the installation (GET, POST of an empty form). Nobody is sent to sign in (302), and for
#: anybody else it does not exist (404), whatever the method. What is append-only can be looked at, and no more.
ADMIN = """
name                                        GET POST

admin:app_list                              200 200
admin:autocomplete                          403 405
admin:index                                 200 200
admin:jsi18n                                200 405
admin:logout                                405 302
admin:password_change                       200 200
admin:password_change_done                  200 405
admin:view_on_site                          404 404

admin:auth_user_add                         200 200
admin:auth_user_change                      200 200
admin:auth_user_changelist                  200 200
admin:auth_user_delete                      403 403
admin:auth_user_history                     200 200
admin:auth_user_password_change             200 200

admin:topology_auditentry_add               403 403
admin:topology_auditentry_change            200 403
admin:topology_auditentry_changelist        200 200
admin:topology_auditentry_delete            403 403
admin:topology_auditentry_history           200 200

admin:topology_invitation_add               403 403
admin:topology_invitation_change            200 403
admin:topology_invitation_changelist        200 200
admin:topology_invitation_delete            403 403
admin:topology_invitation_history           200 200

admin:topology_revision_add                 403 403
admin:topology_revision_change              200 403
admin:topology_revision_changelist          200 200
admin:topology_revision_delete              403 403
admin:topology_revision_history             200 200

admin:topology_signinlink_add               403 403
admin:topology_signinlink_change            200 403
admin:topology_signinlink_changelist        200 200
admin:topology_signinlink_delete            403 403
admin:topology_signinlink_history           200 200

admin:topology_team_add                     200 200
admin:topology_team_change                  200 200
admin:topology_team_changelist              200 200
admin:topology_team_delete                  403 403
admin:topology_team_history                 200 200

admin:topology_topology_add                 403 403
admin:topology_topology_change              200 403
admin:topology_topology_changelist          200 200
admin:topology_topology_delete              403 403
admin:topology_topology_history             200 200

admin/(?P<url>.*)$                          404 404
admin/auth/user/<path:object_id>/           302 302
admin/topology/auditentry/<path:object_id>/ 302 302
admin/topology/invitation/<path:object_id>/ 302 302
admin/topology/revision/<path:object_id>/   302 302
admin/topology/signinlink/<path:object_id>/ 302 302
admin/topology/team/<path:object_id>/       302 302
admin/topology/topology/<path:object_id>/   302 302
"""

#: Of the admin, what is open to everybody: the way to the sign-in page.
ADMIN_OPEN = {"admin:login": 302}


def lines(table: str) -> Iterator[tuple[str, str, dict[str, int]]]:
    """(name, method, status by caller) of every line of a table."""
    head, *rest = (line.split() for line in table.splitlines() if line.strip())
    for name, method, *statuses in rest:
        yield name, method, dict(zip(head[2:], map(int, statuses), strict=True))


def admin_lines() -> Iterator[tuple[str, str, int]]:
    """(name, method, status) of every line of the admin's table."""
    _, *rest = (line.split() for line in ADMIN.splitlines() if line.strip())
    for name, get, post in rest:
        yield from ((name, "GET", int(get)), (name, "POST", int(post)))
