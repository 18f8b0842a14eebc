import { expect, test } from 'vitest'
import { classA, openRegistrations } from '#modules/learning/registration/registration.fixture.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { answerRegistration } from '#tests/support/registration.ts'

const { app, addRegistration, newStudent } = await openRegistrations()
const staff = await app.as(await app.userId('instructor@example.com'))
const proofOf = (id: number, more = '') => `/student/downloadProofOfDisclaimerAgreement?student_course_id=${id}${more}`

async function agreed() {
  const registration = await addRegistration(classA)
  await answerRegistration(app, registration.user_id, registration.studentCourseId)
  return registration
}

test('a student downloads the accepted text with the typed words, the time and the hash', async () => {
  const { client, studentCourseId, user_id } = await agreed()
  const response = await client.get(proofOf(studentCourseId, `&student_id=${user_id}&user_id=${user_id}`))
  expect(response.status, response.text).toBe(200)
  expect(response.headers.get('content-disposition')).toContain('Proof of Disclaimer.pdf')
  const { text } = readPdf(response.bytes)
  const [row] = await app.database.read<{ text_hash: string }>`
    select text_hash from learning.agreement where student_course_id = ${studentCourseId}`
  for (const part of ['Reg Student', '“I Agree”', 'I am the person named in this', 'Text fingerprint'])
    expect(text).toContain(part)
  // A line break splits it.
  expect(text).toContain(row!.text_hash.slice(0, 20))
  const rows = await app.database.read`
    select 1 from platform.audit_event where action = 'certificate.disclaimer' and subject_user_id = ${user_id}`
  expect(rows).toHaveLength(1)
})

test('staff with the permission can download it; other people and organizations get 404', async () => {
  const { studentCourseId, user_id } = await agreed()
  expect((await staff.get(proofOf(studentCourseId))).status).toBe(200)
  const stranger = await app.as(await newStudent())
  expect((await stranger.get(proofOf(studentCourseId))).status).toBe(404)
  expect((await staff.get(proofOf(studentCourseId, `&student_id=${user_id + 1}`))).status).toBe(404)
  expect((await app.visitor().get(proofOf(studentCourseId))).status).toBe(401)
  const otherAdmin = await newStudent('GCT')
  await app.database.read`update identity.person set lk_user_role_id = 1 where user_id = ${otherAdmin}`
  const otherStaff = await app.as(otherAdmin, 'GCT')
  expect((await otherStaff.get(proofOf(studentCourseId))).status).toBe(404)
})

test("viewing as a student requires the viewer's own permission", async () => {
  const { studentCourseId, user_id } = await agreed()
  const { downloadProofOfDisclaimerAgreement: download } = await import('./download-proof-of-disclaimer.ts')
  const view = (viewer_permissions: string[]) => async () => {
    const actor = { ...(await app.actorOf(user_id)), viewed_by: 1, viewer_permissions: new Set(viewer_permissions) }
    return download.run(await app.ctx(actor as never), { student_course_id: studentCourseId })
  }
  await expect(view([])()).rejects.toMatchObject({ kind: { status: 403 } })
  expect((await view(['MANAGE_STUDENTS:READ'])()).name).toBe('Proof of Disclaimer.pdf')
})

test('a disclaimer not yet accepted has no proof, with an explanation', async () => {
  const { client, studentCourseId } = await addRegistration(classA)
  const { status, body } = await client.get(proofOf(studentCourseId))
  expect([status, body.code]).toEqual([404, 'NOT_AGREED'])
  expect((await client.get(proofOf(0))).status).toBe(400)
})
