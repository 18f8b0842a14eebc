import { type FormEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/proved-api.shared.tsx'
import { useRefreshGrid } from '#platform/grid/grid-changes.shared.ts'
import { formatMoney } from '#platform/money.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { StatusLine } from '#platform/ui/status-line.tsx'
import { toast } from '#platform/ui/toast.ts'
import type { Refundable } from './fetch-refundable.ts'
import { RefundFields, RefundObstacle, refundObstacle } from './refund-fields.shared.tsx'
import { listExcessFields, parseRefundForm, parseVoidForm, sumAmounts } from './refund-form.shared.ts'
import { refundTexts } from './refunds.texts.ts'

type Props = { payment_id: number; action: 'refund' | 'void'; onClose: () => void }

/** Refund or void of one payment, loaded when the dialog opens. */
export default function RefundDialog({ payment_id, action, onClose }: Props) {
  const t = useTexts(refundTexts)
  const id = useId()
  const loaded = useLoaded<{ payment: Refundable }>(null, (api) =>
    api.GET('/payment/refundable', { params: { query: { payment_id } } }),
  )
  const [busy, setBusy] = useState(false)
  const canSubmit = loaded.data ? refundObstacle(loaded.data.payment, action) === null : false
  const button = action === 'refund' ? (['submit', 'refunding'] as const) : (['submitVoid', 'voiding'] as const)
  const actions = canSubmit && (
    <SubmitButton form={id} variant="destructive" busy={busy} busyLabel={t(button[1])}>
      {t(button[0])}
    </SubmitButton>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(action === 'refund' ? 'title' : 'voidTitle')}
      actions={actions}
      width="medium"
    >
      <ShowLoaded loaded={loaded}>
        {({ payment }) => {
          const obstacle = refundObstacle(payment, action)
          if (obstacle) return <RefundObstacle payment={payment} action={action} obstacle={obstacle} />
          return (
            <RefundForm
              key={payment.existing_refund_amount}
              {...{ id, payment, action, setBusy, onClose }}
              reload={loaded.reload}
            />
          )
        }}
      </ShowLoaded>
    </Dialog>
  )
}

type FormProps = Omit<Props, 'payment_id'> & {
  id: string
  payment: Refundable
  setBusy: (busy: boolean) => void
  reload: () => Promise<void>
}

// The dialog shows refusals itself.
const quietOptions = { quiet: true }
const valuesOf = (form: HTMLFormElement) => Object.fromEntries([...new FormData(form)] as [string, string][])

function RefundForm({ id, payment, action, setBusy, reload, onClose }: FormProps) {
  const t = useTexts(refundTexts)
  const locale = useLocale()
  const { call, failure, dialog } = useProvedApi()
  const refreshGrid = useRefreshGrid()
  // The same button pressed again, after any failure, is the same refund.
  const [request_id, setRequestId] = useState(() => crypto.randomUUID())
  const [sum, setSum] = useState(() => Math.round(payment.lines.reduce((total, line) => total + line.rest, 0) * 100))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    const refundForm = parseRefundForm(payment, values)
    const invalidFields =
      action === 'void'
        ? []
        : 'invalidFields' in refundForm
          ? refundForm.invalidFields
          : listExcessFields(payment, values)
    setErrors(Object.fromEntries(invalidFields.map((name) => [name, t('notMoney')])))
    if (invalidFields.length > 0) return
    setBusy(true)
    const { payment_id, existing_refund_amount, total } = payment
    const response =
      action === 'void' || 'invalidFields' in refundForm
        ? await call(
            (api) =>
              api.POST('/payment/void', { body: { payment_id, lines: parseVoidForm(payment, values), request_id } }),
            quietOptions,
          )
        : await call(
            (api) =>
              api.POST('/payment/refund', {
                body: { payment_id, existing_refund_amount, total, request_id, ...refundForm },
              }),
            quietOptions,
          )
    setBusy(false)
    if (!response.ok) {
      // A definite refusal starts a new request; without a response the earlier one may still be running.
      if (response.status >= 400 && response.status < 500) setRequestId(crypto.randomUUID())
      if (response.code === 'REFUND_CHANGED') await reload()
      return
    }
    const { message = '', pending } = response.data
    toast({ kind: pending ? 'info' : 'success', text: message })
    refreshGrid()
    onClose()
  }

  return (
    <>
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={onSubmit}
        onInput={(event: FormEvent<HTMLFormElement>) => setSum(sumAmounts(payment, valuesOf(event.currentTarget)))}
        className="grid gap-4"
      >
        <p>{t(action === 'refund' ? 'lead' : 'voidLead')}</p>
        <FormAlert message={failure && failure.code !== 'PROOF_NEEDED' ? failure.message : null} />
        <RefundFields payment={payment} action={action} errors={errors} />
        {action === 'refund' && (
          <StatusLine className="figures text-end text-lg font-semibold">
            {t('sum', { sum: formatMoney(sum, locale) })}
          </StatusLine>
        )}
      </form>
      {dialog}
    </>
  )
}
