import { expect, test } from 'vitest'
import { listUses } from '#modules/catalogue/media/attachment-uses.ts'
import { deleteAttachment } from '#modules/catalogue/media/change-attachment.ts'
import { fetchDetails } from '#modules/catalogue/public/fetch-details.ts'
import { publishCourse } from '#modules/catalogue/publishing/publish-course.ts'
import { publishReport } from '#modules/catalogue/publishing/report.ts'
import { restoreVersion } from '#modules/catalogue/publishing/versions.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { courseOne } from './course-one.ts'
import { updateOverview } from './update-overview.ts'

const demo = await openDemo()
const keys = ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((type) => `MANAGE_COURSES:${type}`)
const [{ user_id } = { user_id: 0 }] = await demo.db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 order by 1 limit 1`
const author: Ctx = await demo.ctx('SSD', { ...someone('Admin', 1, keys), user_id } as ReturnType<typeof someone>)

/** Another file of the library with the content of a demo file. */
async function file(
  name: string,
  { organization_id = 1, lk_file_type_id = 1, visible_to = 'learners' } = {},
): Promise<string> {
  const [attachment] = await demo.db.read<{ attachment_id: number }>`
    insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes, visible_to)
    select ${organization_id}::int, ${lk_file_type_id}::int, ${name}, file_key, content_type, size_bytes, ${visible_to}
    from catalogue.attachment where source_path = 'media/sign-stop.png' returning attachment_id`
  return `/media/${attachment!.attachment_id}/${name}`
}
const idOf = (address: string) => Number(address.split('/')[2])
const course_id = 1
const course = async () => (await courseOne.run(author, { course_id })).course
const warningsOf = async (course_id: number) =>
  (await publishReport.run(author, { course_id })).problems.filter(({ tab }) => tab === 'marketing')
const warnings = () => warningsOf(course_id)

test('the report on demo course 3 says that it has no image, and requires no description', async () => {
  expect((await courseOne.run(author, { course_id: 3 })).course).toMatchObject({ image: '', image_alt: '' })
  expect(await warningsOf(3)).toMatchObject([{ severity: 'warning', message: 'The course has no image.' }])
})

test.each([1, 2, 4])('demo course %i describes its image, so its report has no warning', async (id) => {
  expect((await courseOne.run(author, { course_id: id })).course.image_alt).toMatch(/.{20}/)
  expect(await warningsOf(id)).toEqual([])
})

test('the image and its description are published with the version, and restored with an earlier one', async () => {
  const first = await course()
  const image = await file('snow.png')
  await updateOverview.run(author, { course_id, image, image_alt: ' ' })
  expect((await warnings()).map(({ message }) => message)).toEqual(['The course image has no alternative text.'])
  await updateOverview.run(author, { course_id, image_alt: ' A car in the snow ' })
  expect(await warnings()).toEqual([])
  const visitor = await demo.ctx()
  expect((await fetchDetails.run(visitor, { id: 1001 })).imageUrl).toBe(first.image)
  await publishCourse.run(author, { course_id })
  const { imageUrl, course: sold } = await fetchDetails.run(visitor, { id: 1001 })
  expect([imageUrl, sold.image_alt]).toEqual([image, 'A car in the snow'])
  await restoreVersion.run(author, { course_id, course_version_id: first.course_version_id })
  expect(await course()).toMatchObject({ image: first.image, image_alt: first.image_alt })
})

test("accepts only a picture of the owner's library as the image, or the stored address", async () => {
  const unknown = { kind: { code: 'IMAGE_UNKNOWN' } }
  for (const image of [
    'https://pictures.example/road.png',
    '/media/999999/road.png',
    'media/nowhere.png',
    '/media/1x/a.png',
    await file('road.mp4', { lk_file_type_id: 2 }),
    await file('road.png', { organization_id: 2 }),
  ])
    await expect(updateOverview.run(author, { course_id, image }), image).rejects.toMatchObject(unknown)
  const draft = await course()
  await demo.db.read`
    update catalogue.course_version set image = 'https://pictures.example/old.png'
    where course_version_id = ${draft.course_version_id}`
  const input = { course_id, image: 'https://pictures.example/old.png', excerpt: 'New words.' }
  expect((await updateOverview.run(author, input)).status).toBe('saved')
  expect((await warnings()).map(({ message }) => message)).toEqual(['The course image is not in the media library.'])
  await updateOverview.run(author, { course_id, image: '' })
  expect((await warnings()).map(({ message }) => message)).toEqual(['The course has no image.'])
})

test("a picture used by a version's image cannot be deleted", async () => {
  const image = await file('fog.png')
  const attachment_id = idOf(image)
  expect(await listUses(author, attachment_id)).toEqual([])
  await updateOverview.run(author, { course_id, image })
  const use = { course_id, component_id: null, component_name: null }
  expect(await listUses(author, attachment_id)).toMatchObject([{ ...use, version_number: 0 }])
  await expect(deleteAttachment.run(author, { attachment_id })).rejects.toMatchObject({ kind: { code: 'IN_USE' } })
  await publishCourse.run(author, { course_id })
  await updateOverview.run(author, { course_id, image: '' })
  // Students of the published version see it.
  expect(await listUses(author, attachment_id)).toHaveLength(1)
  await expect(deleteAttachment.run(author, { attachment_id })).rejects.toMatchObject({ kind: { code: 'IN_USE' } })
})

test.each([
  ['learners', 'everybody'],
  ['everybody', 'everybody'],
  ['staff', 'staff'],
])(
  'a picture for %s becomes one for %s as the image of a published course; others are unchanged',
  async (before, after) => {
    const visibilityOf = async (address: string) =>
      (
        await demo.db.read<{ visible_to: string }>`
        select visible_to from catalogue.attachment where attachment_id = ${idOf(address)}`
      )[0]!.visible_to
    const image = await file(`${before}.png`, { visible_to: before })
    const sibling = await file(`beside-${before}.png`, { visible_to: before })
    await updateOverview.run(author, { course_id, image, image_alt: 'A road' })
    expect(await visibilityOf(image)).toBe(before)
    await publishCourse.run(author, { course_id })
    expect([await visibilityOf(image), await visibilityOf(sibling)]).toEqual([after, before])
  },
)

test('publishing a version that names a missing or foreign picture does not make that public', async () => {
  const addresses = [await file('road.mp4', { lk_file_type_id: 2 }), await file('theirs.png', { organization_id: 2 })]
  for (const image of addresses) {
    await updateOverview.run(author, { course_id, excerpt: `Named by ${image}` })
    const { course_version_id } = await course()
    await demo.db.read`
      update catalogue.course_version set image = ${image} where course_version_id = ${course_version_id}`
    await publishCourse.run(author, { course_id })
  }
  const rows = await demo.db.read`
    select visible_to from catalogue.attachment where attachment_id = any(${demo.db.read.array(addresses.map(idOf))}::int[])`
  expect(rows).toEqual([{ visible_to: 'learners' }, { visible_to: 'learners' }])
})

test('a picture is not used by another organization that has one at the same address', async () => {
  const source_path = 'media/imported.png'
  const [row] = await demo.db.read<{ attachment_id: number }>`
    insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes, source_path)
    select 2, lk_file_type_id, name, file_key, content_type, size_bytes, ${source_path}
    from catalogue.attachment where source_path = 'media/sign-stop.png' returning attachment_id`
  const { course_version_id } = await course()
  await demo.db.read`
    update catalogue.course_version set image = ${source_path} where course_version_id = ${course_version_id}`
  expect(await listUses({ sql: demo.db.read }, row!.attachment_id)).toEqual([])
  await demo.db.read`update catalogue.course_version set image = '' where course_version_id = ${course_version_id}`
})
