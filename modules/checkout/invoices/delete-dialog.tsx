import { useRefreshGrid } from '#platform/grid/grid-changes.shared.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { Facts } from '#platform/ui/parts.tsx'
import type { InvoiceDetails } from './fetch-invoice.ts'
import { invoiceTexts } from './invoices.texts.ts'

type Props = { invoice_id: number; onClose: () => void }

/** Confirms the deletion of an invoice, whose details are loaded when the dialog opens. */
export default function DeleteDialog({ invoice_id, onClose }: Props) {
  const t = useTexts(invoiceTexts)
  const loaded = useLoaded<{ invoice: InvoiceDetails }>(null, (api) =>
    api.GET('/invoice/{invoice_id}', { params: { path: { invoice_id } } }),
  )
  const { call, busy, failure } = useApi()
  const refreshGrid = useRefreshGrid()
  const invoice = loaded.data?.invoice

  async function deleteInvoice() {
    const response = await call((api) => api.DELETE('/invoice', { body: { invoice_id } }))
    if (!response.ok) return loaded.reload()
    refreshGrid()
    onClose()
  }

  const actions = (
    <>
      <Button variant="outline" onClick={onClose}>
        {t('keep')}
      </Button>
      {invoice?.can.delete && (
        <Button variant="destructive" busy={busy} busyLabel={t('deleting')} onClick={deleteInvoice}>
          {t('delete')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('deleteTitle')} actions={actions}>
      <ShowLoaded loaded={loaded}>
        {({ invoice }) => (
          <div className="grid gap-4">
            <FormAlert message={failure?.message ?? null} />
            <InvoiceFacts invoice={invoice} />
            <p>{t(invoice.can.delete ? 'deleteLead' : 'deleteOver')}</p>
          </div>
        )}
      </ShowLoaded>
    </Dialog>
  )
}

function InvoiceFacts({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts(invoiceTexts)
  const locale = useLocale()
  const total = formatMoney(toCents(invoice.total), locale)
  return (
    <Facts
      facts={[
        [t('number'), invoice.invoice_number],
        [t('organization'), invoice.organization_name],
        [
          t('total'),
          <span key="total" className="figures">
            {total}
          </span>,
        ],
      ]}
    />
  )
}
