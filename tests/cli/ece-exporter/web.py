#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""web.py EXPORTER CERTS: TLS, client certificates and passwords as Python's ssl and base64 see them."""
import base64
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from exporter import Exporter, ask, end, receive, status, verdict  # noqa: E402

PAIR = "tls_server_config:\n  cert_file: server.pem\n  key_file: server.key\n"
CLIENTS = PAIR + "  client_ca_file: ca.pem\n  client_auth_type: %s\n"
# "sesame", cost 10, by Python's crypt
USERS = "basic_auth_users:\n  prom: $2b$10$abcdefghijklmnopqrstuuYoA/Ig5dOcHJ1Uzls.zCgSC7r9v4W76\n"


def write(name, text):
    with open(name + ".new", "w", encoding="utf-8") as out:
        out.write(text)
    os.rename(name + ".new", name)


def context(client=None, **changes):
    out = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    out.load_verify_locations("ca.pem")
    if client:
        out.load_cert_chain(client + ".pem", client + ".key")
    for name, value in changes.items():
        if callable(getattr(out, name)):
            getattr(out, name)(value)
        else:
            setattr(out, name, value)
    return out


def wrap(exporter, ctx):
    return ctx.wrap_socket(exporter.connect(), server_hostname="localhost")


def get(exporter, ctx, path="/metrics", headers=""):
    """The status, or None where TLS did not come about: with TLS 1.3 a client finds that when it reads."""
    try:
        with wrap(exporter, ctx) as sock:
            return status(ask(sock, path, headers))
    except (ssl.SSLError, ConnectionError):
        return None


def serial(exporter):
    with wrap(exporter, context()) as sock:
        return sock.getpeercert()["serialNumber"]


def login(user, password):
    return "Authorization: Basic %s\r\n" % base64.b64encode(("%s:%s" % (user, password)).encode()).decode()


def test_tls(tool):
    write("web.yml", PAIR)
    exporter = Exporter(tool, "--web.config.file", "web.yml")
    verdict("TLS: a client that trusts the authority", get(exporter, context()) == 200)
    with wrap(exporter, context()) as sock:
        verdict("TLS: version 1.3 if both can", sock.version() == "TLSv1.3", sock.version())
    twelve = context(maximum_version=ssl.TLSVersion.TLSv1_2)
    with wrap(exporter, twelve) as sock:
        verdict("TLS: version 1.2 with forward secrecy", sock.version() == "TLSv1.2" and "ECDHE" in sock.cipher()[0])
    strange = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    verdict("TLS: a client that does not trust it goes", get(exporter, strange) is None)
    plain = exporter.connect()
    plain.sendall(b"GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
    verdict("TLS: plain HTTP gets nothing", b"200" not in receive(plain))
    halves = [exporter.connect() for _ in range(300)]
    for half in halves:
        half.sendall(b"\x16\x03\x01\x02\x00\x01\x00")
    verdict("TLS: 300 half handshakes", get(exporter, context()) == 200)
    for half in halves:
        half.close()

    with wrap(exporter, context()) as old:
        before = serial(exporter)
        shutil.copy("server2.pem", "renewed.pem")
        shutil.copy("server2.key", "renewed.key")
        write("web.yml", PAIR.replace("server.", "renewed."))
        verdict("TLS: a new certificate counts at once", serial(exporter) != before)
        verdict("TLS: who is connected stays so", status(ask(old)) == 200)
    before = serial(exporter)
    shutil.copy("server.key", "renewed.key")
    verdict("TLS: a key of another certificate changes nothing", serial(exporter) == before)
    exporter.wait_for(b"do not belong together")
    with wrap(exporter, context()) as sock:
        verdict("TLS: it is told as a metric", b"\nece_exporter_web_config_good 0\n" in ask(sock))
    shutil.copy("server.pem", "renewed.pem")
    verdict("TLS: until its certificate comes too", serial(exporter) != before)
    with wrap(exporter, context()) as sock:
        page = ask(sock)
        verdict("TLS: which is told as well", b"\nece_exporter_web_config_good 1\n" in page,
                (page + exporter.said).decode("utf-8", "replace"))
    write("web.yml", "")
    verdict("TLS: a file that was emptied switches nothing off", get(exporter, context()) is not None)
    write("web.yml", "{}\n")
    verdict("TLS: it can be switched off", status(ask(exporter.connect())) == 200)
    verdict("TLS: a handshake gets no further then", get(exporter, context()) is None)
    exporter.process.send_signal(signal.SIGHUP)
    verdict("TLS: SIGHUP does no harm", status(ask(exporter.connect())) == 200)
    verdict("TLS: the end", exporter.end() == 0, exporter.said.decode("utf-8", "replace"))


def test_choices(tool):
    write("web.yml", PAIR + "  min_version: TLS13\n")
    exporter = Exporter(tool, "--web.config.file", "web.yml")
    verdict("min_version: TLS 1.3 is served", get(exporter, context()) == 200)
    verdict("min_version: TLS 1.2 is not",
            get(exporter, context(maximum_version=ssl.TLSVersion.TLSv1_2)) is None)
    write("web.yml", PAIR + "  max_version: TLS12\n"
          "  cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384]\n"
          "  curve_preferences: [CurveP384]\n")
    with wrap(exporter, context()) as sock:
        verdict("cipher_suites: the named one is taken", sock.cipher()[0] == "ECDHE-ECDSA-AES256-GCM-SHA384",
                str(sock.cipher()))
    other = context(maximum_version=ssl.TLSVersion.TLSv1_2, set_ciphers="ECDHE-ECDSA-AES128-GCM-SHA256")
    verdict("cipher_suites: another one is not", get(exporter, other) is None)
    verdict("curve_preferences: another one is not", get(exporter, context(set_ecdh_curve="prime256v1")) is None)
    exporter.end()


def test_clients(tool):
    write("web.yml", CLIENTS % "RequireAndVerifyClientCert")
    exporter = Exporter(tool, "--web.config.file", "web.yml")
    verdict("client certificates: the authority's is taken", get(exporter, context("client")) == 200)
    verdict("client certificates: none is not", get(exporter, context()) is None)
    verdict("client certificates: a stranger's is not", get(exporter, context("stranger")) is None)
    verdict("client certificates: a server's is not", get(exporter, context("server")) is None)
    write("web.yml", CLIENTS % "RequireAndVerifyClientCert" + "  client_allowed_sans: [prometheus]\n")
    verdict("client_allowed_sans: the named one is taken", get(exporter, context("client")) == 200)
    verdict("client_allowed_sans: another one is not", get(exporter, context("other")) is None)
    write("web.yml", CLIENTS % "VerifyClientCertIfGiven")
    verdict("VerifyClientCertIfGiven: none is taken", get(exporter, context()) == 200)
    verdict("VerifyClientCertIfGiven: a stranger's is not", get(exporter, context("stranger")) is None)
    write("web.yml", PAIR + "  client_auth_type: RequireAnyClientCert\n")
    verdict("RequireAnyClientCert: a stranger's is taken", get(exporter, context("stranger")) == 200)
    verdict("RequireAnyClientCert: none is not", get(exporter, context()) is None)
    write("web.yml", PAIR + "  client_auth_type: RequestClientCert\n")
    verdict("RequestClientCert: none is taken", get(exporter, context()) == 200)
    verdict("RequestClientCert: a stranger's is taken", get(exporter, context("stranger")) == 200)
    exporter.end()


def test_users(tool):
    write("web.yml", USERS + PAIR)
    exporter = Exporter(tool, "--web.config.file", "web.yml")
    verdict("users: the right password", get(exporter, context(), headers=login("prom", "sesame")) == 200)
    verdict("users: a wrong one", get(exporter, context(), headers=login("prom", "Sesame")) == 401)
    verdict("users: nobody's", get(exporter, context(), headers=login("root", "sesame")) == 401)
    verdict("users: none", get(exporter, context()) == 401)
    exporter.end()
    verdict("users: no password is logged", b"sesame" not in exporter.said and b"$2b$" not in exporter.said)


def main():
    tool, certs = (os.path.abspath(path) for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([certs, "."], check=True)
        test_tls(tool)
        test_choices(tool)
        test_clients(tool)
        test_users(tool)
        os.chdir("/")


main()
end()
