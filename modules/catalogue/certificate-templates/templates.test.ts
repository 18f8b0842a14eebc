import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from '#platform/files/files.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { filesPort } from '#platform/ports.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { boxOf, type Design, moveField, pageSizes } from './design.shared.ts'
import {
  createCertTemplate,
  fetchCertificateTemplate,
  fetchCertificateTemplates,
  updateCertificateTemplate,
} from './manage-templates.ts'
import { starterTemplates } from './starters.ts'
import { selectCertificateTemplate } from './template.sql.ts'
import { uploadCertificateBackground } from './upload-background.ts'

const folder = await mkdtemp(join(tmpdir(), 'templates-'))
const site = await openTestSite(fillPorts([filesPort, openFiles({ folder })]))
afterAll(() => rm(folder, { recursive: true }))

const every: PermissionKey[] = ['CREATE', 'READ', 'UPDATE'].map(
  (type) => `MANAGE_CERTIFICATES:${type}` as PermissionKey,
)
async function designer(code = 'AAA', keys = every) {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin', code }))
  return ctx.as({ actor: { ...ctx.actor, permissions: new Set(keys) } as typeof ctx.actor })
}

const design = (changes: Partial<Design> = {}) => {
  const { fields, ...rest } = { ...starterTemplates[1]!.design, ...changes }
  return { ...rest, fields: fields.map((field) => ({ ...field, text: [...field.text] as [string, string] })) }
}
const template = (changes?: Partial<Design>) => ({ name: 'Our own', template: design(changes) })
const status = (code: number) => ({ kind: { status: code } })

test('built-in templates are rows that equal the code, and fit the page', async () => {
  const { data } = await fetchCertificateTemplates.run(await designer('BBB'), {})
  expect(
    data.map(({ certificate_template_id, name, name_es, template }) => ({
      certificate_template_id,
      name,
      name_es,
      design: template,
    })),
  ).toEqual(starterTemplates.map((starter) => ({ ...starter, design: JSON.parse(JSON.stringify(starter.design)) })))
  expect(data.every(({ included_ind, can_update }) => included_ind && !can_update)).toBe(true)
})

test('a new template is listed to its organization and ancestors only', async () => {
  const childCtx = await designer('BBB')
  const { certificate_template_id, message } = await createCertTemplate.run(childCtx, template())
  expect(message).toBe('Certificate template created')
  const isListed = async (code: string) =>
    (await fetchCertificateTemplates.run(await designer(code), {})).data.some(
      (row) => row.certificate_template_id === certificate_template_id,
    )
  expect([await isListed('BBB'), await isListed('AAA'), await isListed('CCC')]).toEqual([true, true, false])
  const stranger = await designer('CCC')
  await expect(fetchCertificateTemplate.run(stranger, { certificate_template_id })).rejects.toMatchObject(status(404))
  await expect(
    updateCertificateTemplate.run(stranger, { certificate_template_id, ...template() }),
  ).rejects.toMatchObject(status(404))
})

test('an equal template is created once; another name, Spanish name or design makes another one', async () => {
  const admin = await designer('CCC')
  const idOf = async (overrides: object = {}) =>
    (await createCertTemplate.run(admin, { ...template(), name_es: 'La nuestra', ...overrides }))
      .certificate_template_id
  const first = await idOf()
  expect(await idOf()).toBe(first)
  const others = [
    { name: 'Another' },
    { name_es: 'Otra' },
    { name_es: null },
    { template: design(starterTemplates[0]!.design) },
  ]
  for (const other of others) expect(await idOf(other)).not.toBe(first)
})

test('a change creates a version and keeps the old one; saving without changes does nothing', async () => {
  const ctx = await designer()
  const { certificate_template_id } = await createCertTemplate.run(ctx, template())
  const save = (accent: string, version?: number) =>
    updateCertificateTemplate.run(ctx, { certificate_template_id, ...template({ accent }), version })
  expect(await save('#123456', 1)).toEqual({ version: 2, message: 'Certificate template updated' })
  expect((await save('#123456', 2)).version).toBe(2)
  await expect(save('#654321', 1)).rejects.toMatchObject(status(409))
  const { versions } = await fetchCertificateTemplate.run(ctx, { certificate_template_id })
  expect(versions.map(({ version }) => version)).toEqual([2, 1])
  const rows = await site.database.read<{ design: Design }>`
    select design from catalogue.certificate_template_version
    where certificate_template_id = ${certificate_template_id} order by version`
  expect(rows.map((row) => row.design.accent)).toEqual(['#0b5d3b', '#123456'])
  await expect(
    site.database.read`delete from catalogue.certificate_template_version
                       where certificate_template_id = ${certificate_template_id}`,
  ).rejects.toThrow()
})

test('one of ten simultaneous saves of a version succeeds', async () => {
  const ctx = await designer()
  const { certificate_template_id } = await createCertTemplate.run(ctx, template())
  const saves = await Promise.allSettled(
    Array.from({ length: 10 }, (_item, n) =>
      updateCertificateTemplate.run(ctx, {
        certificate_template_id,
        ...template({ accent: `#00000${n}` }),
        version: 1,
      }),
    ),
  )
  expect(saves.filter((save) => save.status === 'fulfilled')).toHaveLength(1)
})

test('built-in templates can be changed only by the root organization', async () => {
  const change = async (code: string) =>
    updateCertificateTemplate.run(await designer(code), {
      certificate_template_id: 2,
      ...template({ accent: '#111111' }),
    })
  const { version } = await selectCertificateTemplate(await designer(), 2)
  await expect(change('BBB')).rejects.toMatchObject(status(403))
  await expect(change('CCC')).rejects.toMatchObject(status(403))
  expect(await change('AAA')).toMatchObject({ version: version + 1 })
})

test('refuses a template that could not be printed or verified', async () => {
  const ctx = await designer()
  const refusal = async (changes: Partial<Design>) =>
    expect(createCertTemplate.run(ctx, template(changes))).rejects.toMatchObject(status(400))
  const { fields } = design()
  const without = (part: string) => fields.filter(({ text }) => !text[0].includes(part))
  await refusal({ fields: without('{student}') })
  await refusal({ fields: without('{number}') })
  await refusal({ fields: without('{check_code}').filter(({ kind }) => kind !== 'qr') })
  await refusal({ fields: [...fields, { ...fields[0]!, text: ['{salary}', ''] }] })
  await refusal({ fields: [...fields, { ...fields[0]!, x: 700 }] })
  await refusal({ fields: Array.from({ length: 61 }, () => fields[0]!) })
  await refusal({ accent: 'red' })
  await expect(createCertTemplate.run(ctx, { ...template(), name: ' ' })).rejects.toMatchObject(status(400))
  await expect(createCertTemplate.run(await designer('AAA', [every[1]!]), template())).rejects.toMatchObject(
    status(403),
  )
})

test("accepts a picture of the caller's organization, and returns 404 for another organization's", async () => {
  const ctx = await designer('BBB')
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#00f' } })
    .png()
    .toBuffer()
  const upload = () =>
    uploadCertificateBackground.run(ctx, {
      picture: { type: 'image/png', stream: new Blob([new Uint8Array(picture)]).stream() },
    })
  const { certificate_background_id } = await upload()
  expect((await upload()).certificate_background_id).toBe(certificate_background_id)
  const { certificate_template_id } = await createCertTemplate.run(ctx, template({ certificate_background_id }))
  expect((await selectCertificateTemplate(ctx, certificate_template_id)).background_key).toMatch(
    /^certificate-background\//,
  )
  await expect(
    createCertTemplate.run(await designer('CCC'), template({ certificate_background_id })),
  ).rejects.toMatchObject(status(404))
})

test('a moved field stays on the page', () => {
  for (const field of starterTemplates[0]!.design.fields) {
    for (const [dx, dy] of [
      [-900, -900],
      [900, 900],
      [3, -4],
    ] as const) {
      const box = boxOf(moveField(field, dx, dy, pageSizes.landscape))
      expect(box.x >= -1 && box.y >= -1 && box.x + box.width <= 793 && box.y + box.height <= 613).toBe(true)
    }
  }
})
