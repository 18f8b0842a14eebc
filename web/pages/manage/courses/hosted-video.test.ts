import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/support/app.ts'
import { ok } from '../../../../tests/support/path.ts'

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

test('only pages that show a video of another host may embed that host, and no other', async () => {
  const { course_id } = await written(content)
  for (const tab of ['preview', 'entire']) {
    const { policy, html } = await framesOf(`/manage/courses/${course_id}/${tab}`)
    expect(policy).toBe("'self' https://player.vimeo.com")
    expect(html).toContain(`<iframe src="${address}" title="Ice"`)
  }
  for (const path of [`/manage/courses/${course_id}/outline`, '/manage/courses/1/preview'])
    expect((await framesOf(path)).policy, path).toBe("'self'")
})

test('a course whose videos must all be watched is not published with such a video, and the report says where', async () => {
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

test('any other address that is sent as a source is refused', async () => {
  for (const src of ['https://evil.example/video/1', 'https://player.vimeo.com/video/1', 'http://127.0.0.1/x.mp4']) {
    const { course_id } = ok(await admin.post('/course/create', { name: 'Elsewhere' })).course
    const document = { type: 'doc', content: [{ type: 'mediaCard', attrs: { component: 'video', src } }] }
    const components = [{ name: 'Ice', type: 'Content', data: { content: document } }]
    const chapters = [{ name: 'Chapter', sections: [{ name: 'Start', components }] }]
    expect((await admin.post('/course/updateOverview', { course_id, chapters })).status, src).toBe(400)
  }
})
