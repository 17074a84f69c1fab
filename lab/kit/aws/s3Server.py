"""S3 of moto in a process of its own. Prints its port; ends when its standard input is closed."""

import sys
import threading

import moto.s3.models as models
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from moto.s3.exceptions import NoSuchUpload
from werkzeug.serving import make_server


class Uploads(dict):
    """S3 answers NoSuchUpload to an upload that it does not know, where moto fails with a 500."""

    def __missing__(self, upload_id):
        raise NoSuchUpload(upload_id=upload_id)


made = models.FakeBucket.__init__


def make_bucket(bucket, *given, **named):
    made(bucket, *given, **named)
    bucket.multiparts = Uploads()


models.FakeBucket.__init__ = make_bucket

application = DomainDispatcherApplication(create_backend_app)
turn = threading.Lock()


def one_at_a_time(environ, start_response):
    """Conditions hold for a write as a whole: moto checks and writes in two steps."""
    with turn:
        return [b"".join(application(environ, start_response))]


server = make_server("127.0.0.1", 0, one_at_a_time, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
