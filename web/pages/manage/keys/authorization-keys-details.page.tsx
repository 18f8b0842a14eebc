import { fetchKey } from '#modules/checkout/keys/fetch-key.ts'
import { keyTexts } from '#modules/checkout/keys/keys.texts.ts'
import { revokeBatch } from '#modules/checkout/keys/revoke-batch.ts'
import { revokeKey } from '#modules/checkout/keys/revoke-key.ts'
import { lk_authorization_key_status } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Key = Awaited<ReturnType<typeof fetchKey.run>>['key'] & { sees_students: boolean }
/** One key, whose code can no longer be read. */
export default page({
  address: '/manage/authorizationKeys/:key_id{[0-9]{1,9}}',
  title: keyTexts.view,
  may: staff('MANAGE_AUTHORIZATION_KEYS:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<Key> {
    const { key } = await fetchKey.run(ctx, { authorization_key_id: Number(params.key_id) })
    return { ...key, sees_students: holds(ctx.actor, 'MANAGE_STUDENTS:READ') }
  },
  async submit({ ctx, params, url, form }) {
    const { message = '' } = await revoke(ctx, Number(params.key_id), form.values)
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (key, { form }) => <Details data={key} form={form} />,
})

/** One key, or all keys of its file. */
async function revoke(
  ctx: Ctx,
  authorization_key_id: number,
  { action, reason = '' }: Readonly<Record<string, string>>,
): Promise<{ message?: string }> {
  if (action !== 'batch') return revokeKey.run(ctx, { authorization_key_id, reason })
  const { key } = await fetchKey.run(ctx, { authorization_key_id })
  return revokeBatch.run(ctx, { authorization_key_batch_id: key.authorization_key_batch_id, reason })
}

type DetailsProps = { data: Key; form: FormState }

function Details({ data, form }: DetailsProps) {
  const t = useTexts(keyTexts)
  const { authorization_key_id, authorization_code, can } = data
  const assign = can.assign && (
    <LinkButton
      href={pathTo('/manage/authorizationKeys/assign', { query: { key: authorization_key_id } })}
      variant="outline"
    >
      {t('assign')}
    </LinkButton>
  )
  return (
    <div className="grid max-w-3xl gap-4">
      <PageTitle actions={assign}>
        <span className="figures">{authorization_code}</span>
      </PageTitle>
      <Card>
        <KeyFacts data={data} />
      </Card>
      {can.revoke && <Revoke form={form} />}
      <p>
        <TextLink href={pathTo('/manage/authorizationKeys')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}

function KeyFacts({ data: key }: Omit<DetailsProps, 'form'>) {
  const t = useTexts(keyTexts)
  const show = useShowInstant()
  const focused = (instant: string | null) => instant && <span className="figures">{show(instant)}</span>
  const revoked = [
    [t('revokedAt'), focused(key.revoked_at)],
    [t('revokedBy'), key.revoked_by],
    [t('reason'), key.revoke_reason],
  ] as const
  return (
    <Facts
      facts={[
        [
          t('status'),
          <LookupBadge key="status" lookup={lk_authorization_key_status} id={key.lk_authorization_key_status_id} />,
        ],
        [t('organization'), key.name],
        [t('course'), key.course_name],
        [t('redeemedBy'), <RedeemedBy key="by" shown={key} />],
        [t('redeemedAt'), focused(key.redeemed_at)],
        [t('createdAt'), focused(key.created_at)],
        [t('createdBy'), key.created_by],
        [t('note'), key.note || null],
        ...(key.revoked_at ? revoked : []),
      ]}
    />
  )
}

function RedeemedBy({ shown: { redeemed_by, redeemed_by_id, sees_students } }: { shown: Key }) {
  const t = useTexts(keyTexts)
  if (!redeemed_by || !sees_students || redeemed_by_id === null) return redeemed_by ?? '—'
  return (
    <>
      {redeemed_by} (
      <TextLink href={pathTo('/manage/student/:id/account', { id: redeemed_by_id })}>{t('viewStudent')}</TextLink>)
    </>
  )
}

function Revoke({ form }: { form: FormState }) {
  const t = useTexts(keyTexts)
  return (
    <Panel title={t('revoke')}>
      <p className="mb-4">{t('revokeLead')}</p>
      <FormAlert message={form.message} />
      <form method="post" className="grid gap-4">
        <TextareaField {...field(form, 'reason')} label={t('reason')} maxLength={500} rows={2} required />
        <div>
          <BusySubmit label={t('revoke')} busyLabel={t('revoking')} variant="destructive" />
        </div>
        <p>{t('revokeBatchLead')}</p>
        <div>
          <SubmitButton name="action" value="batch" variant="destructive-outline">
            {t('revokeBatch')}
          </SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
