// node scripts/upload-students.ts URL [count] [prefix]: uploads generated students to a running server as staff do, and
// prints the time it took. If the server was killed meanwhile, run it again with the same prefix: it continues to
// watch, and at the end checks that each student exists once. Uses the demo's password, or PASSWORD.
import { setTimeout as later } from 'node:timers/promises'

const [base = 'http://localhost:3000', size = '5000', prefix = `p${Date.now().toString(36)}`] = process.argv.slice(2)
const count = Number(size)
const course_website_id = 1001
const headers: Record<string, string> = { 'content-type': 'application/json', origin: base }

type SentRow = Record<string, unknown>

async function call<T>(method: string, path: string, body?: SentRow): Promise<T> {
  const request = body ? { body: JSON.stringify(body) } : {}
  const response = await fetch(`${base}/api${path}`, { method, headers, ...request })
  const read = (await response.json()) as T & { message?: string }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${read.message}`)
  return read
}

/** Retries while a server is restarting. */
async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await send()
    } catch (error) {
      if (tries === 120) throw error
      await later(1_000)
    }
  }
}

const { token } = await call<{ token: string }>('POST', '/user/login', {
  loginid: 'admin@example.com',
  password: process.env.PASSWORD ?? 'Demo-Password-2026!',
})
headers.authorization = `Bearer ${token}`

type UploadList = { uploads: { student_upload_id: number; file_name: string; state: string }[] }
const file_name = `${prefix}.csv`
const { uploads } = await call<UploadList>('GET', '/student/uploads')
let id = uploads.find((upload) => upload.file_name === file_name && upload.state !== 'checked')?.student_upload_id

const startedAt = performance.now()
if (id === undefined) {
  const rows = [
    ['First_Name', 'Last_Name', 'Email', 'DOB'],
    ...Array.from({ length: count }, (_, n) => [
      'Many',
      `Student${n}`,
      `${prefix}.${n}@upload.example.com`,
      '04/09/1990',
    ]),
  ]
  type Checked = { data: { student_upload_id: number; digest: string; good: number } }
  const { data } = await call<Checked>('POST', '/student/verifyUploadData', { rows, file_name })
  console.log(`checked ${data.good} rows in ${seconds()} s`)
  id = data.student_upload_id
  await call('POST', '/student/uploadStudents', {
    student_upload_id: id,
    digest: data.digest,
    organization: 1,
    course_website: course_website_id,
    coursePrice: 19.95,
  })
}

type Progress = { state: string; done: number; count: number }
let last = -1
for (;;) {
  const { state, done } = await withRetries(() => call<Progress>('GET', `/student/upload/${id}/progress`))
  if (done !== last) console.log(`${seconds()} s: ${done}`)
  last = done
  if (state !== 'running') break
  await later(2_000)
}
const { count: total } = await call<{ count: number }>('GET', `/student/fetch?email=start:${prefix}.&limit=1`)
console.log(`${total} students, each once: ${total === count}; ${seconds()} s`)
process.exit(total === count ? 0 : 1)

function seconds(): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(1)
}
