import { invoiceTexts } from '#modules/checkout/invoices/invoices.texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field } from '#platform/web/form.ts'

type PayProps = { open: number; request_id: string; today: string; form: FormState }

/** Records a payment; the default is the whole open amount. */
export function PayInvoice({ open, request_id, today, form }: PayProps) {
  const t = useTexts(invoiceTexts)
  return (
    <Panel title={t('pay')} className="print:hidden">
      <FormAlert message={form.message} />
      <form method="post" className="grid gap-4 sm:grid-cols-3">
        <input type="hidden" name="action" value="pay" />
        <input type="hidden" {...field(form, 'request_id', request_id)} />
        <TextField {...field(form, 'amount', open.toFixed(2))} label={t('amount')} inputMode="decimal" required />
        <TextField {...field(form, 'paid_on', today)} type="date" max={today} label={t('paidOn')} required />
        <TextField {...field(form, 'reference')} label={t('reference')} hint={t('referenceHint')} maxLength={100} />
        <div className="flex sm:col-span-3">
          <BusySubmit label={t('pay')} busyLabel={t('paying')} />
        </div>
      </form>
    </Panel>
  )
}

/** Explains what deleting means and asks for confirmation. */
export function DeleteInvoice({ form }: { form: FormState }) {
  const t = useTexts(invoiceTexts)
  return (
    <div id="delete" className="print:hidden">
      <Panel title={t('delete')}>
        <p className="mb-4">{t('deleteLead')}</p>
        <FormAlert message={form.message} />
        <form method="post" className="flex">
          <input type="hidden" name="action" value="delete" />
          <BusySubmit label={t('delete')} busyLabel={t('deleting')} variant="destructive" />
        </form>
      </Panel>
    </div>
  )
}
