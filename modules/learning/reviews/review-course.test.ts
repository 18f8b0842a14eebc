import { describe, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database

async function addEndedCourse(courseStatus: number = status.certificateIssued) {
  const user_id = await addStudent(app)
  const { studentCourseId: student_course_id } = await takeCourse(app, user_id, 1, 1011)
  await read`
    update learning.student_course set lk_student_course_status_id = ${courseStatus} where student_course_id = ${student_course_id}`
  const client = await app.as(user_id)
  const rate = (stars: unknown, comment?: string) =>
    client.post('/course/review', { student_course_id, stars, comment })
  return { student_course_id, client, rate }
}
async function configure(reviews: Record<string, unknown>) {
  await read`
    update catalogue.course_version set completion_configuration =
      jsonb_set(completion_configuration, '{reviews}', completion_configuration -> 'reviews' || ${read.json(reviews as never)})
    where course_version_id = 1`
  clearVersionCache()
}

describe('the rating of a course', () => {
  test('is given by a student who passed, can be changed, and enters the catalogue as an average', async () => {
    const [first, second] = [await addEndedCourse(), await addEndedCourse(status.passed)]
    expect((await first.rate(5, 'Clear and calm.')).body).toMatchObject({ message: 'Thank you for your review.' })
    expect((await second.rate(2)).status).toBe(200)
    await app.runJobs()
    expect((await read`select rating::float8 as rating from catalogue.course where course_id = 1`)[0]).toEqual({
      rating: 3.5,
    })
    const details = await app.visitor().get('/course/fetch/details?id=1001')
    expect(details.body.course.rating).toBe(3.5)
    await second.rate(4)
    await app.runJobs()
    expect((await app.visitor().get('/course/fetch/details?id=1001')).body.course.rating).toBe(4.5)
    expect((await read`select count(*)::int as n from learning.course_review`)[0]).toEqual({ n: 2 })
  })

  test("changes the catalogue's revision only when the average changes", async () => {
    const revision = async () =>
      (await read<{ n: number }>`select coalesce(sum(revision), 0)::int as n from catalogue.revision`)[0]!.n
    const { rate } = await addEndedCourse()
    await rate(1)
    await app.runJobs()
    const before = await revision()
    await rate(1, 'Again.')
    await app.runJobs()
    expect(await revision()).toBe(before)
    await rate(5)
    await app.runJobs()
    expect(await revision()).toBe(before + 1)
  })

  test.each([
    [0, 400],
    [6, 400],
    [2.5, 400],
    ['many', 400],
    [1, 200],
  ])('set to %j stars returns %i', async (stars, code) => {
    expect((await (await addEndedCourse()).rate(stars)).status).toBe(code)
  })

  test('has a comment of at most 2,000 characters', async () => {
    const { rate } = await addEndedCourse()
    expect((await rate(4, 'x'.repeat(2001))).status).toBe(400)
    expect((await rate(4, 'x'.repeat(2000))).status).toBe(200)
  })

  test('is refused during a course, after a failed one unless enabled, and from other people', async () => {
    expect((await (await addEndedCourse(status.inProgress)).rate(5)).body.code).toBe('NO_REVIEW')
    const failedCourse = await addEndedCourse(status.failed)
    expect((await failedCourse.rate(5)).body.code).toBe('NO_REVIEW')
    await configure({ disabledForFailed: false })
    expect((await failedCourse.rate(1)).status).toBe(200)
    const { student_course_id } = await addEndedCourse()
    const stranger = await app.as(await addStudent(app))
    expect((await stranger.post('/course/review', { student_course_id, stars: 5 })).status).toBe(404)
    const staff = await app.as(await app.userId('admin@example.com'))
    expect((await staff.post('/course/review', { student_course_id, stars: 5 })).status).toBe(403)
    await configure({ disabledForFailed: true })
  })

  test('links to the public reviews for five stars if the course has them, and not for fewer', async () => {
    await configure({ rerouteOnFiveStars: true, rerouteGoogleID: 'ChIJ/1' })
    const { rate } = await addEndedCourse()
    expect((await rate(4)).body.redirect).toBeUndefined()
    expect((await rate(5)).body).toMatchObject({
      external: true,
      redirect: 'https://search.google.com/local/writereview?placeid=ChIJ%2F1',
    })
    await configure({ rerouteOnFiveStars: false, rerouteGoogleID: '' })
  })

  test('is shown to visitors with the first name only where the student agreed, the latest three of a course', async () => {
    const pageText = async () => (await app.visitor().visit('/course/details/1001')).text
    const results = await Promise.all([
      addEndedCourse(),
      addEndedCourse(),
      addEndedCourse(),
      addEndedCourse(),
      addEndedCourse(),
    ])
    const rates = results.map(
      ({ student_course_id, client }, index) =>
        () =>
          client.post('/course/review', {
            student_course_id,
            stars: 4,
            comment: `Comment ${index}.`,
            public_ind: index > 0,
          }),
    )
    for (const send of rates) expect((await send()).status).toBe(200)
    const page = await pageText()
    expect(page).not.toContain('Comment 0.')
    expect(page).not.toContain('Comment 1.')
    for (const commentNumber of [2, 3, 4]) expect(page).toContain(`Comment ${commentNumber}.`)
    // Students may withdraw their agreement.
    const { student_course_id, client } = results[4]!
    await client.post('/course/review', { student_course_id, stars: 4, comment: 'Comment 4.' })
    expect(await pageText()).not.toContain('Comment 4.')
  })

  test('is requested on the final page, also without scripts', async () => {
    const { client, student_course_id } = await addEndedCourse()
    const path = `/course/${student_course_id}/issued`
    expect((await client.visit(path)).text).toContain('Rate this course')
    const page = await client.visit(path, { comment: 'No stars.' })
    expect(page.text).toContain('No stars.')
    expect((await client.visit(path, { stars: '4', comment: 'Good.' })).status).toBe(303)
    expect((await client.visit(path)).text).toContain('Your review')
  })
})
