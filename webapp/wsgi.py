"""The WSGI application; `manage.py serve` runs it under granian."""

import os
import sys

from django.core.wsgi import get_wsgi_application

from topology.core.document import quiet_collector

quiet_collector()
# A request that waits for the database gets the interpreter back soon, whatever another thread computes.
sys.setswitchinterval(0.0005)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
application = get_wsgi_application()
