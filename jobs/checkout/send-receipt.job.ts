import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findReceiptEmail } from '#modules/checkout/entry.ts'
import { orderPaid, receiptRequested } from '#modules/checkout/facts.ts'
import { redeemResetLink, sealAddress } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatDeadline } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { findOnlyCourse, ReceiptEmail, receiptEmail, receiptTexts } from './receipt.mail.tsx'

const sevenDays = 7 * 24 * 60

type Fact = { order_id: number; request_id?: string; first_password?: true; quiet?: true }

/**
 * Sends the receipt of a paid order, with the link for a first password if its buyer has none. An order has one email,
 * so that a second copy can be dropped, unless it was requested again. A second attempt may contain another link.
 */
export const sendReceipt = emailJob<Fact, ReceiptFound>(receiptEmail, {
  on: [orderPaid, receiptRequested],
  find: (ctx, fact, { number }) => findWithPassword(ctx, fact, number),
  write: (
    { receipt, first_name, locale, organization_name, time_zone, expires_at, password, signInTo },
    siteUrl,
    { order_id },
  ) => ({
    about: { order_id },
    to: receipt.email,
    subject: localText(locale, receiptTexts, 'subject', { organization_name }),
    email: createElement(ReceiptEmail, {
      locale,
      organization_name,
      first_name: first_name || receipt.purchaser,
      receipt,
      href: siteUrl(
        signInTo
          ? pathTo('/login/link', { query: { for: signInTo, redirect: startPath(receipt) } })
          : startPath(receipt),
      ),
      finishBy: expires_at && formatDeadline(expires_at, locale, time_zone),
      password: password && {
        loginid: password.loginid,
        href: siteUrl(pathTo('/change-password', { query: { token: password.token } })),
      },
    }),
  }),
  key: ({ order_id, request_id }) => (request_id ? `${order_id}:${request_id}` : order_id),
})

type ReceiptData = NonNullable<Awaited<ReturnType<typeof findReceiptEmail>>>
type ReceiptFound = ReceiptData & {
  password: { loginid: string; token: string } | null
  /** The sealed address of a buyer without a password, who gets a link to sign in on the way to their course. */
  signInTo: string | null
}

async function findWithPassword(
  ctx: Ctx,
  { order_id, first_password, quiet }: Fact,
  attempt: number,
): Promise<ReceiptFound | null> {
  if (quiet) return null
  const receipt = await findReceiptEmail(ctx, order_id)
  if (!receipt) return null
  if (!first_password) return { ...receipt, password: null, signInTo: null }
  const options = { again: attempt > 1, once: attempt === 1, minutes: sevenDays }
  const link = await redeemResetLink(ctx, receipt.user_id, options)
  // If the address was corrected after the purchase, its previous owner must not get access to the account.
  const isSame = link?.email.toLowerCase() === receipt.receipt.email.toLowerCase()
  if (!isSame) return { ...receipt, password: null, signInTo: null }
  return { ...receipt, password: link, signInTo: sealAddress(ctx, receipt.receipt.email) }
}

/** The address of the order's only course, otherwise of the order's page. */
function startPath({ items, transaction_id }: ReceiptData['receipt']): string {
  const course = findOnlyCourse(items)
  return course
    ? pathTo('/course/:studentCourseId', { studentCourseId: course })
    : pathTo('/checkout/success/:transactionId', { transactionId: transaction_id })
}
