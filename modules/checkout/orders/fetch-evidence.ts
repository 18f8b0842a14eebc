import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { legalKinds } from './legal-evidence.ts'

const Evidence = z.object({
  kind: z.enum(['disclaimer', ...legalKinds]),
  /** Texts accepted at sign-up apply to all orders. */
  occasion: z.enum(['order', 'sign-up']),
  at: z.iso.datetime(),
  /** SHA-256 of the text, in hexadecimal. */
  text_hash: z.string(),
  /** For Terms and Privacy: the version and language of the organization's text, and the text itself. */
  version: z.int().nullable(),
  language: z.string().nullable(),
  text: z.string().nullable(),
  /** The text that the buyer typed to agree, if a course requires it. */
  typed: z.string(),
  address: z.string(),
  user_agent: z.string(),
})
export type OrderEvidence = z.infer<typeof Evidence>

export const fetchOrderEvidence = operation({
  call: 'GET /order/evidence',
  added: true,
  summary:
    "The agreements of a payment's buyer with the order and at sign-up: disclaimers, Terms and Privacy with their versions, newest first",
  may: staff('MANAGE_PAYMENTS:READ'),
  takes: z.object({ payment_id: id() }),
  gives: z.object({ order_id: z.int(), transaction_id: z.string(), buyer: z.string(), evidence: z.array(Evidence) }),
  fails: [errors.notFound],
  async run({ sql, organization }, { payment_id }) {
    const [row] = await sql<{ order_id: number; transaction_id: string; buyer: string; user_id: number }>`
      select p.order_id, p.transaction_id, p.user_id, trim(o.first_name || ' ' || o.last_name) as buyer
      from checkout.payment p join checkout.customer_order o using (order_id)
      where p.payment_id = ${payment_id} and p.organization_id = any(${sql.array(organization.scope)})`
    if (!row) throw errors.notFound()
    const { user_id, ...payment } = row
    const { order_id } = payment
    const rows = await sql<Omit<OrderEvidence, 'at'> & { at: Date }>`
      select 'disclaimer' as kind, 'order' as occasion, at, encode(text_hash, 'hex') as text_hash, null::int as version,
             null as language, null as text, typed, address, user_agent
      from checkout.agreement_evidence where order_id = ${order_id}
      union all
      select t.kind, case when e.order_id is null then 'sign-up' else 'order' end, e.at, encode(t.text_hash, 'hex'),
             t.version, t.language, t.text, '', e.address, e.user_agent
      from checkout.terms_evidence e join checkout.legal_text t using (legal_text_id)
      where e.order_id = ${order_id} or (e.order_id is null and e.user_id = ${user_id}
                                         and e.organization_id = any(${sql.array(organization.scope)}))
      order by at desc, kind limit 100`
    return { ...payment, evidence: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
  },
})
