import type { ReactNode } from 'react'
import { fetchRefundable, type Refundable } from '#modules/checkout/payments/refunds/fetch-refundable.ts'
import {
  RefundFields,
  RefundObstacle,
  refundObstacle,
} from '#modules/checkout/payments/refunds/refund-fields.shared.tsx'
import { refundTexts } from '#modules/checkout/payments/refunds/refunds.texts.ts'
import { isProofNeeded } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'

export type RefundFormData = { payment: Refundable; request_id: string }

export async function loadRefund(ctx: Ctx, payment_id: string): Promise<RefundFormData> {
  const { payment } = await fetchRefundable.run(ctx, { payment_id: Number(payment_id) })
  return { payment, request_id: crypto.randomUUID() }
}

/**
 * Performs the action and returns to the payments. A person who needs a recent proof is sent to the proof page first
 * and returns.
 */
export function finishRefund(
  action: Promise<{ message?: string; pending: boolean }>,
  pagePath: string,
): Promise<PageRedirect> {
  return action.then(
    ({ message = '', pending }) =>
      redirect(pathTo('/manage/payments'), { flash: { kind: pending ? 'info' : 'success', text: message } }),
    (error) => {
      if (!isProofNeeded(error)) throw error
      return redirect(pathTo('/prove', { query: { redirect: pagePath } }))
    },
  )
}

type Props = RefundFormData & { action: 'refund' | 'void'; form: FormState; children?: ReactNode }

/** The refund or void of a payment as a page with a plain form. */
export function RefundPage({ payment, request_id, action, form, children }: Props) {
  const t = useTexts(refundTexts)
  const isRefund = action === 'refund'
  // A form that was sent is shown again with its refusal.
  const obstacle = form.message ? null : refundObstacle(payment, action)
  return (
    <div className="max-w-2xl">
      <PageTitle lead={t(isRefund ? 'lead' : 'voidLead')}>{t(isRefund ? 'title' : 'voidTitle')}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        {obstacle === null ? (
          <form method="post" className="grid gap-4">
            <input type="hidden" name="request_id" value={form.values.request_id ?? request_id} />
            {children}
            <RefundFields payment={payment} action={action} values={form.values} errors={form.errors} />
            <BusySubmit
              label={t(isRefund ? 'submit' : 'submitVoid')}
              busyLabel={t(isRefund ? 'refunding' : 'voiding')}
              variant="destructive"
            />
          </form>
        ) : (
          <RefundObstacle payment={payment} action={action} obstacle={obstacle} />
        )}
      </Card>
      <p className="mt-4">
        <TextLink href={pathTo('/manage/payments')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
