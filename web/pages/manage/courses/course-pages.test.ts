import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'
import { ok } from '#tests/support/path.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const address = 'https://player.vimeo.com/video/76979871?dnt=1'

const content = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Ice' }] },
    { type: 'mediaCard', attrs: { component: 'video', src: address, title: 'Ice' } },
  ],
}

async function written(document: object): Promise<{ course_id: number; component_id: number }> {
  const { course_id } = ok(await admin.post('/course/create', { name: 'Winter Driving' })).course
  const components = [{ name: 'Ice', type: 'Content', data: { content: document } }]
  const chapters = [{ name: 'Chapter', sections: [{ name: 'Start', components }] }]
  const { course } = ok(await admin.post('/course/updateOverview', { course_id, chapters }))
  return { course_id, component_id: course.chapters[0].sections[0].components[0].component_id }
}
const framesOf = async (path: string) => {
  const { headers, text } = await admin.visit(path)
  return { policy: /frame-src ([^;]*)/.exec(headers.get('content-security-policy')!)![1], html: text }
}

test('only pages with a video of another host may embed that host, and they embed no other', async () => {
  const { course_id } = await written(content)
  for (const tab of ['preview', 'entire']) {
    const { policy, html } = await framesOf(`/manage/courses/${course_id}/${tab}`)
    expect(policy).toBe("'self' https://player.vimeo.com")
    expect(html).toContain(`<iframe src="${address}" title="Ice"`)
  }
  for (const path of [`/manage/courses/${course_id}/outline`, '/manage/courses/1/preview'])
    expect((await framesOf(path)).policy, path).toBe("'self'")
})

test('a course whose videos are all required is not published with an external one, and the report says where', async () => {
  const { course_id, component_id } = await written(content)
  const report = async () => ok(await admin.get(`/course/publish/report?course_id=${course_id}`)).problems
  expect((await report()).filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
  const completion_configuration = { requireStudentsWatchAllVideos: 1 }
  ok(await admin.post('/course/updateOverview', { course_id, completion_configuration }))
  expect(await report()).toContainEqual(
    expect.objectContaining({
      severity: 'error',
      component_id,
      message: expect.stringContaining('Vimeo video in “Ice”'),
    }),
  )
  expect((await admin.post('/course/publish', { course_id })).status).toBe(422)
})

test('any other source address is refused', async () => {
  for (const src of ['https://evil.example/video/1', 'https://player.vimeo.com/video/1', 'http://127.0.0.1/x.mp4']) {
    const { course_id } = ok(await admin.post('/course/create', { name: 'Elsewhere' })).course
    const document = { type: 'doc', content: [{ type: 'mediaCard', attrs: { component: 'video', src } }] }
    const components = [{ name: 'Ice', type: 'Content', data: { content: document } }]
    const chapters = [{ name: 'Chapter', sections: [{ name: 'Start', components }] }]
    expect((await admin.post('/course/updateOverview', { course_id, chapters })).status, src).toBe(400)
  }
})

test("the preview plays the course's narration, and runs the student's timers", async () => {
  const { course_id } = ok(await admin.post('/course/create', { name: 'Timed' })).course
  const recordings = ok(await admin.get('/attachment/organization/1?page=1&pageSize=50')).data.attachment
  const narration = recordings.find(({ type }: { type: string }) => type === 'audio').url
  const options = [1, 2].map((id) => ({ id, text: `Answer ${id}`, correct: id === 1, conditional: [] }))
  const question = { lk_question_type_id: 2, configuration: { title: 'Stop?', options, timer: timer(45) } }
  const components = [
    { name: 'Ice', type: 'Content', timer: timer(90), data: { content, audioAttachments: [narration] } },
    { name: 'Rest', type: 'Break', data: { seconds: 120, break_text: 'Have some water.' } },
    { name: 'Check', type: 'Quiz', data: { configuration: { timer: timer(600) }, questions: [question] } },
    { name: 'Snow', type: 'Content', data: { content } },
  ]
  const chapters = [{ name: 'Chapter', sections: [{ name: 'Start', components }] }]
  const { course } = ok(await admin.post('/course/updateOverview', { course_id, chapters }))
  const [ice, rest, check, snow] = course.chapters[0].sections[0].components.map(
    ({ component_id }: { component_id: number }) => component_id,
  )
  const preview = async (component_id: number) =>
    (await admin.visit(`/manage/courses/${course_id}/preview/${component_id}`)).text
  expect(await preview(ice)).not.toContain('<audio')
  ok(await admin.post('/course/updateOverview', { course_id, audio: { enabled: true } }))
  const lesson = await preview(ice)
  expect(lesson).toMatch(new RegExp(`<audio [^>]*src="${narration}"`))
  expect(lesson).toContain('Next in 01:30')
  expect(await preview(rest)).toContain('Your break ends in 02:00.')
  expect(await preview(check)).toMatch(/Time left for the quiz.*10:00.*Time left for this question.*00:45.*Stop\?/s)
  expect(await preview(snow)).not.toMatch(/<audio|role="timer"/)
  // Printed pages neither play recordings nor run timers.
  expect((await admin.visit(`/manage/courses/${course_id}/entire`)).text).not.toMatch(/<audio|role="timer"/)
})

const timer = (seconds: number) => ({ active: true, seconds })

test('staff with read access find the editors of a course disabled', async () => {
  const reader = await app.as(await app.userId('instructor@example.com'))
  const tab = async (name: string, caller = reader) => (await caller.visit(`/manage/courses/1/${name}`)).text
  for (const name of ['outline', 'faq', 'finalexam', 'overview', 'registration', 'security'])
    expect(await tab(name), name).toContain('You can read this course')
  expect(await tab('outline')).not.toContain('data-bottom-bar')
  expect(await tab('outline', admin)).toContain('data-bottom-bar')
  expect(await tab('faq')).toContain('<fieldset disabled=""')
  expect(await tab('faq', admin)).not.toContain('<fieldset disabled=""')
})

test('a published course leads staff who set prices to putting it on sale; an unpublished one does not', async () => {
  const link = /href="\/manage\/organization\/\d+\/courses"[^>]*>Put it on sale/
  expect((await admin.visit('/manage/courses/1/versions')).text).toMatch(link)
  const { course_id } = await written(content)
  expect((await admin.visit(`/manage/courses/${course_id}/versions`)).text).not.toMatch(link)
})
