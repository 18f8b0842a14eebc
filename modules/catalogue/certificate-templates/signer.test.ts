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
import { findCertificateFacts } from './certificate-facts.ts'
import {
  fetchCertificateSigner,
  saveCertificateSigner,
  showCertificateSignature,
  uploadCertificateSignature,
} from './manage-signer.ts'

const folder = await mkdtemp(join(tmpdir(), 'signers-'))
const site = await openTestSite(fillPorts([filesPort, openFiles({ folder })]))
afterAll(() => rm(folder, { recursive: true }))
const { read } = site.database

async function staff(code = 'BBB', keys: PermissionKey[] = ['MANAGE_CERTIFICATES:UPDATE'], role = 'Admin' as const) {
  const { ctx } = await site.signIn(await site.addPerson({ role, code }))
  return ctx.as({ actor: { ...ctx.actor, permissions: new Set(keys) } as typeof ctx.actor })
}
const person = { name: 'Rosa Delgado', title: 'School Director', title_es: 'Directora', approval_number: 'FL-77' }
const status = (code: number) => ({ kind: { status: code } })
const audits = (action: string) => read<{ organization_id: number; subject: string; after: Record<string, unknown> }>`
  select organization_id, subject, after from platform.audit_event where action = ${action} order by audit_event_id`

async function signature(width = 300): Promise<{ type: string; stream: AsyncIterable<Uint8Array> }> {
  const create = { width, height: 80, channels: 4, background: '#102030' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  return {
    type: 'image/png',
    stream: (async function* () {
      yield new Uint8Array(bytes)
    })(),
  }
}

test("certificates have no signer until the organization names one, whose title prints in the course's language", async () => {
  const ctx = await staff()
  expect((await findCertificateFacts(ctx, 2, 'en-us'))?.signer).toBeNull()
  expect((await fetchCertificateSigner.run(ctx, {})).signer).toMatchObject({ name: '', signature_ind: false })
  const { signer } = await saveCertificateSigner.run(ctx, { ...person, name: ' Rosa Delgado ' })
  expect(signer).toMatchObject({ ...person, signature_ind: false })
  expect(await findCertificateFacts(ctx, 2, 'es-es')).toMatchObject({
    signer: { name: 'Rosa Delgado', title: 'Directora', signature_key: null },
    facts: { approval_number: 'FL-77' },
  })
  expect((await findCertificateFacts(ctx, 2, 'en-us'))?.signer?.title).toBe('School Director')
  expect((await audits('certificateSigner.save')).at(-1)).toMatchObject({
    organization_id: 2,
    subject: 'organization_id:2',
    after: { name: 'Rosa Delgado' },
  })
})

test('organizations do not share a signer with their parent or each other', async () => {
  await saveCertificateSigner.run(await staff(), person)
  for (const code of ['AAA', 'CCC'])
    expect((await fetchCertificateSigner.run(await staff(code), {})).signer.name, code).toBe('')
  await saveCertificateSigner.run(await staff('CCC'), { ...person, name: 'Otto Weber' })
  expect((await fetchCertificateSigner.run(await staff(), {})).signer.name).toBe('Rosa Delgado')
})

test('changes nothing without the permission, from a stale form or with an invalid name', async () => {
  const reader = await staff('BBB', ['MANAGE_CERTIFICATES:READ'])
  for (const refusal of [
    () => saveCertificateSigner.run(reader, person),
    async () => uploadCertificateSignature.run(reader, { picture: await signature() }),
    () => showCertificateSignature.run(reader, {}),
  ])
    await expect(refusal()).rejects.toMatchObject(status(403))
  const ctx = await staff()
  const { signer } = await saveCertificateSigner.run(ctx, person)
  await saveCertificateSigner.run(ctx, { ...person, title: 'Owner' })
  const staleForm = { ...person, name: 'Late', updated_at: signer.updated_at }
  await saveCertificateSigner.run(ctx, { ...person, title: 'Owner' })
  await expect(
    saveCertificateSigner.run(ctx, { ...staleForm, updated_at: '2020-01-01T00:00:00Z' }),
  ).rejects.toMatchObject(status(409))
  await expect(saveCertificateSigner.run(ctx, { ...person, name: '#REF!' })).rejects.toMatchObject({
    issues: [{ path: 'name' }],
  })
  expect((await fetchCertificateSigner.run(ctx, {})).signer).toMatchObject({ ...person, title: 'Owner' })
})

test('keeps the signature image for issued certificates, and shows it to staff only', async () => {
  const ctx = await staff()
  await saveCertificateSigner.run(ctx, person)
  expect((await uploadCertificateSignature.run(ctx, { picture: await signature() })).signer.signature_ind).toBe(true)
  const response = await showCertificateSignature.run(ctx, {})
  expect((await sharp(response.body as Uint8Array).metadata()).width).toBe(300)
  const first = (await findCertificateFacts(ctx, 2, 'en-us'))?.signer?.signature_key
  await uploadCertificateSignature.run(ctx, { picture: await signature(200) })
  const { signer } = await saveCertificateSigner.run(ctx, { ...person, remove_signature: true })
  expect(signer.signature_ind).toBe(false)
  await expect(showCertificateSignature.run(ctx, {})).rejects.toMatchObject(status(404))
  const rows = await read`select file_key from catalogue.certificate_signature where organization_id = 2`
  expect(rows).toHaveLength(2)
  expect(rows.map(({ file_key }) => file_key)).toContain(first)
  expect((await audits('certificateSigner.signature')).length).toBeGreaterThanOrEqual(2)
  const text = {
    type: 'image/png',
    stream: (async function* () {
      yield new TextEncoder().encode('no picture')
    })(),
  }
  await expect(uploadCertificateSignature.run(ctx, { picture: text })).rejects.toHaveProperty('kind.status', 415)
})

test('no template prints an invented person', async () => {
  const designs = await read<{ design: string }>`select design::text as design from catalogue.certificate_template`
  expect(designs.length).toBeGreaterThan(2)
  for (const { design } of designs) {
    expect(design).not.toContain('Okafor')
    expect(design).toContain('{signer_name}')
  }
})
