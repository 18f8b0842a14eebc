import { isDirectAgency } from '#modules/learning/entry.ts'
import {
  deliverAgencyFile,
  fetchAgencyFiles,
  makeAgencyFile,
  readAgencyResponses,
} from '#modules/learning/reporting/accounts/agency-files.ts'
import { agencyPageTexts } from '#modules/learning/reporting/accounts/agency-pages.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { deliveryFaultText } from './agency-parts.tsx'

type PageData = Awaited<ReturnType<typeof fetchAgencyFiles.run>>

/**
 * The files for an agency: creates one from the waiting reports, downloads it, and accepts the agency's response files.
 */
export default page({
  address: '/manage/agencies/:agency{[a-z-]+}/files',
  title: ({ agency_name }: PageData, locale) => `${localText(locale, agencyPageTexts, 'filesTitle')}: ${agency_name}`,
  may: fetchAgencyFiles.may,
  max_form: 1_000_000,
  layout: BackOfficeLayout,
  load: ({ ctx, params: { agency = '' } }): Promise<PageData> | PageRedirect =>
    isDirectAgency(agency) ? fetchAgencyFiles.run(ctx, { agency }) : notFound(),
  async submit({ ctx, params: { agency = '' }, form: { values }, url }) {
    const { agency_file_id } = values
    const message = agency_file_id
      ? await actOnFile(ctx, Number(agency_file_id), values)
      : await createFile(ctx, agency)
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <Files {...data} input={input} />,
})

type PageCtx = Parameters<typeof makeAgencyFile.run>[0]

async function createFile(ctx: PageCtx, agency: string): Promise<string> {
  const { message = '', left } = await makeAgencyFile.run(ctx, { agency })
  if (left.length === 0) return message
  const reports = left.slice(0, 10).map(({ completion_report_id, faults }) =>
    localText(ctx.locale, agencyPageTexts, 'leftReport', {
      id: String(completion_report_id),
      fields: faults.map(({ field }) => field).join(', '),
    }),
  )
  return `${message} ${localText(ctx.locale, agencyPageTexts, 'leftOut')} ${reports.join('; ')}`
}

/** Delivers a file again, records its arrival, or accepts the agency's response. */
async function actOnFile(
  ctx: PageCtx,
  agency_file_id: number,
  { action, text = '', receipt = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  if (action !== 'deliver' && action !== 'by-hand') return answersOf(ctx, agency_file_id, text)
  const input = { agency_file_id, by_hand: action === 'by-hand', receipt }
  return (await deliverAgencyFile.run(ctx, input)).message ?? ''
}

async function answersOf(ctx: PageCtx, agency_file_id: number, text: string): Promise<string> {
  const { accepted, rejected, unknown } = await readAgencyResponses.run(ctx, { agency_file_id, text })
  return localText(ctx.locale, agencyPageTexts, 'answersCount', { accepted, rejected, unknown: unknown.length })
}

function Files({ agency_name, files, input: { form, frame } }: PageData & { input: ViewInput }) {
  const t = useTexts(agencyPageTexts)
  const showInstant = useShowInstant()
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/agencies'))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={t('filesLead')}>
        {t('filesTitle')}: {agency_name}
      </PageTitle>
      <FormAlert message={form.message} />
      <form method="post" className="mb-4 w-fit">
        <BusySubmit label={t('makeFile')} busyLabel={t('saving')} />
      </form>
      {files.length === 0 && <Empty title={t('noFiles')}>{t('noFilesLead')}</Empty>}
      <div className="grid max-w-3xl gap-4">
        {files.map(({ agency_file_id, name, records, created_at, ...file }) => (
          <Card key={agency_file_id}>
            <p className="mb-1 font-semibold">
              <a href={`/api/agency/file/${agency_file_id}`} download className="underline underline-offset-3">
                {t('download', { name })}
              </a>
            </p>
            <p className="text-sm text-muted-foreground">
              {showInstant(created_at)} · {t('records')}: {records}
            </p>
            <Delivery agency_file_id={agency_file_id} file={file} />
            <Answers agency_file_id={agency_file_id} name={name} form={form} />
          </Card>
        ))}
      </div>
    </>
  )
}

type AnswersProps = { agency_file_id: number; name: string; form: ViewInput['form'] }

/** The form for an agency's answers. Refused ones stay with their file, with the reason. */
function Answers({ agency_file_id, name, form }: AnswersProps) {
  const t = useTexts(agencyPageTexts)
  const isSent = form.values.agency_file_id === String(agency_file_id) && form.values.text !== undefined
  return (
    <details open={isSent} className="mt-3">
      <summary className="cursor-pointer font-semibold">{t('readAnswers')}</summary>
      <form method="post" className="mt-3 grid gap-3">
        <input type="hidden" name="agency_file_id" value={agency_file_id} />
        <TextareaField
          {...(isSent ? field(form, 'text') : { name: 'text' })}
          label={t('answersFor', { name })}
          rows={6}
          required
          spellCheck={false}
        />
        <div className="w-fit">
          <BusySubmit label={t('readAnswers')} busyLabel={t('saving')} variant="outline" />
        </div>
      </form>
    </details>
  )
}

type DeliveryProps = {
  agency_file_id: number
  file: Pick<PageData['files'][number], 'delivery_state' | 'delivered_at' | 'receipt' | 'fault'>
}

/** The location of the file, and staff's decision about a file that did not arrive. */
function Delivery({ agency_file_id, file: { delivery_state, delivered_at, receipt, fault } }: DeliveryProps) {
  const t = useTexts(agencyPageTexts)
  const showInstant = useShowInstant()
  const faultText = deliveryFaultText(fault)
  if (delivered_at) {
    return (
      <div className="mt-2 text-sm">
        <Badge tone="green">{t('deliveryDone', { when: showInstant(delivered_at) })}</Badge>
        {receipt && <p className="mt-1 wrap-anywhere">{t('deliveryReceipt', { receipt })}</p>}
      </div>
    )
  }
  if (delivery_state === 'none') {
    return (
      <div className="mt-2 text-sm">
        <Badge tone="yellow">{t('uploadPending')}</Badge>
        <p className="mt-1">{t('uploadPendingLead')}</p>
        <MarkDelivered agency_file_id={agency_file_id} label={t('uploaded')} />
      </div>
    )
  }
  // A look-up without a response is repeated; staff may also check themselves.
  const isUnclear = delivery_state === 'unclear' || (delivery_state === 'sending' && fault !== null)
  if (!isUnclear && delivery_state !== 'stopped') {
    return (
      <div className="mt-2 text-sm">
        <Badge tone="yellow">{t('deliveryWaiting')}</Badge>
        {faultText && <p className="mt-1">{t(faultText)}</p>}
      </div>
    )
  }
  return (
    <div className="mt-2 text-sm">
      <Badge tone="red">{t(isUnclear ? 'deliveryUnclear' : 'deliveryStopped')}</Badge>
      {isUnclear && <p className="mt-1">{t('deliveryUnclearLead')}</p>}
      {faultText && <p className="mt-1">{t(faultText)}</p>}
      <form method="post" className="mt-3">
        <input type="hidden" name="agency_file_id" value={agency_file_id} />
        <input type="hidden" name="action" value="deliver" />
        <BusySubmit label={t('deliverAgain')} busyLabel={t('saving')} />
      </form>
      <MarkDelivered agency_file_id={agency_file_id} label={t('deliveredByHand')} />
    </div>
  )
}

/** Records that a file is at the agency, with the agency's confirmation if there is one. */
function MarkDelivered({ agency_file_id, label }: { agency_file_id: number; label: string }) {
  const t = useTexts(agencyPageTexts)
  return (
    <form method="post" className="mt-3 flex flex-wrap items-end gap-3">
      <input type="hidden" name="agency_file_id" value={agency_file_id} />
      <input type="hidden" name="action" value="by-hand" />
      <TextField name="receipt" label={t('confirmation')} optional maxLength={200} autoComplete="off" />
      <BusySubmit label={label} busyLabel={t('saving')} variant="outline" />
    </form>
  )
}
