import type { TestApp } from './app.ts'
import { byBearer } from './outsiders.ts'
import { ok } from './path.ts'

/** The caller with a new test key of the default organization, and an enrollment of its sandbox. */
export async function openSandbox(app: TestApp) {
  const admin = await app.as(await app.userId('admin@example.com'))
  const { key } = ok(await admin.post('/sandbox/addKey', { name: 'Trial', contact_email: 'dev@fleet.example' }))
  const client = byBearer(app, key)
  const [offer] = await app.database.read<{ course_website_id: number }>`
    select course_website_id from catalogue.course_website where organization_id < 0 and course_id = 1`
  const rows = [
    { external_id: 'trial', profile: { first_name: 'Tia', last_name: 'Trial', email: 'trial@fleet.example' } },
  ]
  const enrolled = ok(await client.post('/student/enrollMany', { ...offer, rows })).rows[0]
  return { client, student_course_id: enrolled.student_course_id as number }
}
