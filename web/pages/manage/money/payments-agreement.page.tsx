import { evidenceTexts } from '#modules/checkout/orders/evidence.texts.ts'
import { fetchOrderEvidence, type OrderEvidence } from '#modules/checkout/orders/fetch-evidence.ts'
import { pathTo } from '#platform/path-to.ts'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

/** The terms that the buyer of a payment agreed to, for a bank or a court that asks. */
export default page({
  address: '/manage/payments/:payment_id{[0-9]{1,9}}/agreement',
  title: evidenceTexts.title,
  may: fetchOrderEvidence.may,
  layout: BackOfficeLayout,
  load: ({ ctx, params }) => fetchOrderEvidence.run(ctx, { payment_id: Number(params.payment_id) }),
  view: (data) => <Agreement {...data} />,
})

type Evidence = Awaited<ReturnType<typeof fetchOrderEvidence.run>>

function Agreement({ order_id, buyer, evidence }: Evidence) {
  const t = useTexts(evidenceTexts)
  return (
    <div className="grid max-w-3xl gap-4">
      <PageTitle lead={t('lead', { buyer: buyer || '—', order: order_id })}>{t('title')}</PageTitle>
      {evidence.length === 0 && <Empty title={t('none')} />}
      {evidence.map((acceptance) => (
        <Acceptance key={`${acceptance.kind} ${acceptance.at} ${acceptance.text_hash}`} acceptance={acceptance} />
      ))}
      <p>
        <TextLink href={pathTo('/manage/payments')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}

function Acceptance({ acceptance }: { acceptance: OrderEvidence }) {
  const t = useTexts(evidenceTexts)
  const showInstant = useShowInstant()
  const { kind, occasion, at, version, language, text_hash, typed, address, user_agent, text } = acceptance
  const facts: [string, string][] = [
    [t('at'), showInstant(at)],
    [t('occasion'), t(occasion)],
    ...(version === null ? [] : ([[t('version'), String(version)]] as [string, string][])),
    ...(language === 'en-us' ? ([[t('language'), t('english')]] as [string, string][]) : []),
    ...(language === 'es-es' ? ([[t('language'), t('spanish')]] as [string, string][]) : []),
    ...(typed ? ([[t('typed'), typed]] as [string, string][]) : []),
    [t('address'), address || '—'],
    [t('browser'), user_agent || '—'],
  ]
  return (
    <Panel title={t(kind)}>
      <Facts facts={facts} />
      <p className="mt-2 text-sm break-all text-muted-foreground">
        {t('hash')}: <span className="figures">{text_hash}</span>
      </p>
      {text && (
        <details className="mt-2">
          <summary className="min-h-11 cursor-pointer font-semibold">{t('text')}</summary>
          <p className="whitespace-pre-line">{text}</p>
        </details>
      )}
    </Panel>
  )
}
