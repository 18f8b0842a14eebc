import { execFile, execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { takeCourse } from './fixtures/learning/quiz.ts'
import { openTestApp } from './support/app.ts'
import { addClient } from './support/client.ts'
import { listen } from './support/listen.ts'

const run = promisify(execFile)
const folder = resolve(import.meta.dirname, '../openapi/python')

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const isHere = hasPython()
if (!isHere) console.warn('The tests of the Python client are skipped: python3 (3.11 or newer) is not installed.')

const app = await openTestApp()
const site = await listen(app)
const { key, client_id } = await addClient(app)
const student = await app.userId('student@example.com')
await takeCourse(app, student, 1, 1011)
await app.database.read`
  insert into identity.person (organization_id, lk_user_role_id, loginid, email)
  select organization_id, 3, 'driver' || n || '@fleet.example', 'driver' || n || '@fleet.example'
  from identity.organization, generate_series(1, 4) n where default_ind`

/** Runs a program that imports the package, and returns what it prints as JSON. */
async function program(text: string) {
  const env = {
    ...process.env,
    PYTHONPATH: folder,
    PYTHONDONTWRITEBYTECODE: '1',
    SITE: site,
    KEY: key,
    ID: `${client_id}`,
  }
  const start = 'import json, os, io\nfrom waypost import UNSET, Waypost, WaypostError, WebhookError, verify_webhook\n'
  const { stdout } = await run('python3', ['-c', start + text], { env })
  return JSON.parse(stdout)
}
const open = 'w = Waypost(os.environ["SITE"], os.environ["KEY"])\n'

describe.skipIf(!isHere)('the Python client', () => {
  it('has types that Python can read', async () => {
    const count = await program(`
import typing
from waypost import _document
types = [one for one in vars(_document).values() if typing.is_typeddict(one)]
for one in types: typing.get_type_hints(one, vars(_document))
print(len(types))`)
    expect(count).toBeGreaterThan(50)
  })

  it('has a type of any event, which a webhook and a row of list_events are', async () => {
    const [names, verified, listed] = await program(`
import typing
from waypost import WaypostEvent, _document
names = [one.__name__ for one in typing.get_args(WaypostEvent)]
hints = typing.get_type_hints(verify_webhook)
rows = typing.get_type_hints(_document.ListEventsOutput, vars(_document))["events"]
print(json.dumps([names, hints["return"] == WaypostEvent, rows == list[WaypostEvent]]))`)
    expect(names).toContain('CoursePassedEvent')
    expect(names.length).toBeGreaterThan(30)
    expect(verified).toBe(true)
    expect(listed).toBe(true)
  })

  it('lists every student over several pages, and reads a footprint as bytes', async () => {
    const { emails, start } = await program(`${open}
emails = [one["email"] for one in w.list_students_all(limit=2)]
one = w.list_courses_of_user(user_id=${student})["studentCourses"][0]
file = w.download_footprint(student_course_id=one["student_course_id"], format="pdf")
print(json.dumps({"emails": emails, "start": file[:5].decode()}))`)
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails.length).toBeGreaterThanOrEqual(5)
    expect(start).toBe('%PDF-')
  })

  it('creates a student once, even if the response is lost and the call is repeated', async () => {
    const { first, again, tries } = await program(`
from urllib.request import urlopen
tries = 0
def send(request, timeout):
    global tries
    response = urlopen(request, timeout=timeout)
    if request.get_method() == "POST":
        tries += 1
        if tries == 1:
            response.read()
            raise ConnectionResetError()
    return response
w = Waypost(os.environ["SITE"], os.environ["KEY"], send=send, sleep=lambda seconds: None)
profile = {"first_name": "Dana", "last_name": "Rivera", "email": "dana.rivera@fleet.example"}
first = w.create_student(profile=profile, idempotency_key="driver-1")["data"]["user_id"]
again = w.create_student(profile=profile, idempotency_key="driver-1")["data"]["user_id"]
print(json.dumps({"first": first, "again": again, "tries": tries}))`)
    expect([again, tries]).toEqual([first, 3])
  })

  it('raises a refusal with its code and fields, and calls with a token', async () => {
    const { status, code, paths, count } = await program(`
w = Waypost(os.environ["SITE"], os.environ["KEY"], client_id=os.environ["ID"])
count = w.list_students(limit=1)["count"]
try: w.create_student(profile={"first_name": "", "last_name": "x", "email": "x"})
except WaypostError as e: print(json.dumps({"status": e.status, "code": e.code, "paths": [i["path"] for i in e.issues], "count": count}))`)
    expect([status, code]).toEqual([400, 'INVALID'])
    expect(paths).toContain('profile.email')
    expect(count).toBeGreaterThan(0)
  })

  it('names the code and the wrong fields in the text of an error', async () => {
    const [text, message] = await program(`${open}
try: w.list_students(email=["eq:dana@example.com"])
except WaypostError as e: print(json.dumps([str(e), e.message]))`)
    expect(text).toMatch(/^INVALID: .+\n {2}email: Filters begin with /)
    expect(text).toContain(message)
  })

  it('sends None as null, and leaves out omitted arguments', async () => {
    const bodies = await program(`
from email.message import Message
bodies = []
class Answer:
    headers = Message()
    def read(self): return b"{}"
    def __enter__(self): return self
    def __exit__(self, *_): pass
def send(request, timeout):
    bodies.append([request.get_method(), request.full_url, json.loads(request.data) if request.data else None])
    return Answer()
w = Waypost("http://unused.example", "wp_live_x", send=send)
w._call("POST", "/x", {"a": None, "b": 1}, {"empty": None, "absent": UNSET, "off": False}, None)
w.list_students(limit=None)
w.create_webhook_endpoint(url="https://a.example", client_id=None)
print(json.dumps(bodies))`)
    expect(bodies[0]).toEqual(['POST', 'http://unused.example/api/x?b=1', { empty: null, off: false }])
    expect(bodies[1][1]).not.toContain('?')
    expect(bodies[2][2]).toEqual({ url: 'https://a.example', client_id: null })
  })

  it('repeats after a truncated response, and renews a token once that the server refuses', async () => {
    const outcome = await program(`
from email.message import Message
from http.client import IncompleteRead
from urllib.error import HTTPError
headers = Message()
headers["content-type"] = "application/json"
class Answer:
    def __init__(self, body): self.body, self.headers = body, headers
    def read(self):
        if self.body is None: raise IncompleteRead(b"{")
        return self.body
    def __enter__(self): return self
    def __exit__(self, *_): pass
def refusal(status): return HTTPError("http://x", status, "", headers, io.BytesIO(b"{}"))
def story(*answers):
    sent, rest, number = [], list(answers), 0
    def send(request, timeout):
        nonlocal number
        if request.full_url.endswith("/oauth/token"):
            number += 1
            return Answer(json.dumps({"access_token": f"t-{number}", "expires_in": 3600}).encode())
        sent.append(request.get_header("Authorization"))
        answer = rest.pop(0)
        if isinstance(answer, Exception): raise answer
        return Answer(answer)
    w = Waypost("http://unused.example", "k", client_id=1, send=send, sleep=lambda seconds: None)
    try: return [w.get_server_time(), sent]
    except WaypostError as e: return [e.status, sent]
print(json.dumps([
  story(None, b'{"ok": 1}'),
  story(refusal(401), b'{"ok": 1}'),
  story(refusal(401), refusal(401), b'{"ok": 1}'),
]))`)
    expect(outcome).toEqual([
      [{ ok: 1 }, ['Bearer t-1', 'Bearer t-1']],
      [{ ok: 1 }, ['Bearer t-1', 'Bearer t-2']],
      [401, ['Bearer t-1', 'Bearer t-2']],
    ])
  })

  it('waits as long as Retry-After requires, and no longer than an hour', async () => {
    const outcome = await program(`
from urllib.error import HTTPError
from email.message import Message
def refusal(status, **headers):
    message = Message()
    for name, value in headers.items(): message[name.replace("_", "-")] = value
    return HTTPError("http://x", status, "", message, io.BytesIO(b"{}"))
def story(*answers):
    waits, rest = [], list(answers)
    def send(request, timeout): raise rest.pop(0)
    w = Waypost("http://unused.example", "wp_live_x", send=send, sleep=waits.append)
    try: w.get_server_time()
    except WaypostError as e: return [e.status, waits, len(rest)]
print(json.dumps([
  story(refusal(429, retry_after="7"), refusal(503, retry_after="2"), refusal(404)),
  story(refusal(429, retry_after="3600"), refusal(404)),
  story(*[refusal(503) for _ in range(9)]),
]))`)
    expect(outcome).toEqual([
      [404, [7, 2], 0],
      [429, [], 1],
      [503, [0.5, 1, 2, 4], 4],
    ])
  })

  it('verifies a webhook with either secret, and refuses a wrong secret, another body and an old time', async () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
    const other = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`
    const [timestamp, body] = [1_795_000_000, '{"type":"course.passed"}']
    const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`msg_1.${timestamp}.${body}`)
    const outcome = await program(`
headers = {"Webhook-Id": "msg_1", "Webhook-Timestamp": "${timestamp}", "Webhook-Signature": "v1,AAAA v1,${hmac.digest('base64')}"}
def verify(body=${JSON.stringify(body)}, secrets="${secret}", now=${timestamp}):
    try: return verify_webhook(body, headers, secrets, now=now)["type"]
    except WebhookError: return "refused"
print(json.dumps([verify(), verify(secrets=["${other}", "${secret}"]), verify(secrets="${other}"), verify(body="{}"), verify(now=${timestamp + 301})]))`)
    expect(outcome).toEqual(['course.passed', 'course.passed', 'refused', 'refused', 'refused'])
  })
})
