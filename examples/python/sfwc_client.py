"""A client of the HTTP API of `sfwc ui`, with Python's standard library alone.

    client = Client("http://127.0.0.1:8080", token)
    client.add_text("bees", "hive.txt", open("hive.txt", "rb").read())
    client.wait(client.build("bees"))
    client.start_crawl({"name": "bees", "topic": ["bees"], "seeds": [...], "contact": "me@example.org"})
    for state in client.follow("bees"): ...
    for page in client.pages("bees", which="accepted"): ...
    for hit in client.search("bees", "queen bee")["hits"]: ...

`GET /api` of the server describes all operations in OpenAPI 3.1.
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request

#: Seconds that an answer may take.
TIMEOUT = 60


class ApiError(Exception):
    """What the server says that is wrong, with its HTTP status."""

    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


class JobFailed(Exception):
    """A job has failed or was cancelled; says why."""


class Client:
    """A workbench that is served by `sfwc ui`.

    address: as `sfwc ui` prints it, without what follows the `#`.
    token: `--token` of `sfwc ui`, or what follows `#token=` in the printed address.
    """

    def __init__(self, address, token):
        self.address = address.rstrip("/")
        self.token = token

    def ask(self, method, path, content=None, query=None):
        """Sends a request; returns the answer, read as JSON. `content`: bytes, or what becomes JSON."""
        with self._open(method, path, content, query) as answer:
            return json.load(answer)

    def _open(self, method, path, content=None, query=None):
        url = self.address + path
        if query:
            url += "?" + urllib.parse.urlencode(query, doseq=True)
        data = content if content is None or isinstance(content, bytes) else json.dumps(content).encode()
        headers = {"Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(url, data=data, method=method, headers=headers)
        try:
            return urllib.request.urlopen(request, timeout=TIMEOUT)
        except urllib.error.HTTPError as error:
            raise ApiError(error.code, message_of(error)) from None
        except urllib.error.URLError as error:
            raise ConnectionError(f"{self.address} cannot be reached: {error.reason}; is `sfwc ui` running?") from None

    # Topics

    def topics(self):
        """The topics of the folder."""
        return self.ask("GET", "/api/topics")

    def add_text(self, topic, name, content):
        """Adds a file of texts (bytes) to a topic, which begins with its first text."""
        if all(known["name"] != topic for known in self.topics()):
            self.ask("POST", "/api/topics", {"name": topic})
        return self.ask("PUT", f"/api/topics/{quoted(topic)}/texts/{quoted(name)}", content)

    def build(self, topic, background=()):
        """Builds a topic: returns a job. background: names of topics whose texts are not about it."""
        return self.ask("POST", f"/api/topics/{quoted(topic)}/build", {"background": list(background)})

    def judge(self, topic, text):
        """Judges a text: returns a job, whose result has the verdict and its reasons."""
        return self.ask("POST", f"/api/topics/{quoted(topic)}/judge", {"text": text})

    def wait(self, job, every=0.5):
        """Waits for the end of a job; returns its result."""
        while job["state"] == "running":
            time.sleep(every)
            job = self.ask("GET", f"/api/jobs/{quoted(job['id'])}")
        if job["state"] != "done":
            raise JobFailed(f"{job['kind']} of {job['about']}: {job.get('problem', job['state'])}")
        return job.get("result")

    # Crawls

    def plan_crawl(self, wish):
        """What is wrong with the settings of a crawl, an estimate, and the command line that does the same."""
        return self.ask("POST", "/api/plans", wish)

    def start_crawl(self, wish, every=0.5):
        """Starts a crawl, which goes on when the server is closed; returns when its results begin."""
        started = self.ask("POST", "/api/crawls", wish)
        while started["state"] == "starting":
            time.sleep(every)
            started = self.ask("GET", f"/api/starts/{quoted(wish['name'])}")
        if started["state"] == "failed":
            raise JobFailed(f"crawl {wish['name']}: {started.get('problem', 'it did not start')}")
        return started

    def follow(self, crawl, every=1):
        """The summaries of a crawl, one after another, until it has ended."""
        while True:
            summaries = self.ask("GET", "/api/summaries")["crawls"]
            summary = next((one for one in summaries if one["name"] == crawl), None)
            if summary is None:
                raise ApiError(404, f"there is no crawl {crawl}")
            yield summary
            if summary["state"] != "running":
                return
            time.sleep(every)

    def pages(self, crawl, which="accepted", at_once=100):
        """The pages of a crawl, the latest first: `all`, `accepted`, `rejected`, `near` and others."""
        place = 0
        while True:
            query = {"which": which, "offset": place, "count": at_once}
            pages = self.ask("GET", f"/api/crawls/{quoted(crawl)}/pages", query=query)["pages"]
            yield from pages
            place += len(pages)
            if len(pages) < at_once:
                return

    def page(self, crawl, url):
        """All about one page: verdict, reasons, the way to it, its text."""
        return self.ask("GET", f"/api/crawls/{quoted(crawl)}/page", query={"url": url})

    def steer(self, crawl, action, by):
        """Asks a crawl for something, such as {"kind": "pause"}, in the name of a person."""
        return self.ask("POST", f"/api/crawls/{quoted(crawl)}/actions", {"by": by, "action": action})

    def search(self, crawl, words, **limits):
        """Searches the accepted pages; limits: host, topic, noun, site, author and others."""
        return self.ask("GET", f"/api/crawls/{quoted(crawl)}/search", query={"q": words, **limits})

    def export(self, crawl, format):
        """The accepted pages as a file (bytes), in one of the formats that `GET /api/folder` lists."""
        job = self.ask("POST", f"/api/crawls/{quoted(crawl)}/exports", {"format": format})
        with self._open("GET", self.wait(job)["address"]) as answer:
            return answer.read()


def quoted(part):
    """A part of a path."""
    return urllib.parse.quote(part, safe="")


def message_of(error):
    """What an answer with an error says, in words."""
    return error.read(10_000).decode(errors="replace").strip() or error.reason
