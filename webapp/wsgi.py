"""The WSGI application; `manage.py serve` runs it under granian."""

import os

from django.core.wsgi import get_wsgi_application

from topology.core.document import quiet_collector

quiet_collector()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
application = get_wsgi_application()
