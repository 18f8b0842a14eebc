import { createHash } from 'node:crypto'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { CheckoutSettings } from '#modules/checkout/settings/checkout-settings.ts'
import { settingsOf } from '#modules/checkout/settings/settings.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { languageOf, wordsIn } from '#platform/own-words.ts'
import type { Locale } from '#platform/texts.ts'

export const legalKinds = ['terms', 'privacy'] as const
type LegalKind = (typeof legalKinds)[number]
/** The organization's own texts in the page's language; null for the product's texts. */
export type LegalTexts = { readonly [K in LegalKind]: string | null }

export const localizeLegalTexts = ({ terms, privacy }: CheckoutSettings, locale: Locale): LegalTexts => ({
  terms: terms && wordsIn(terms, locale),
  privacy: privacy && wordsIn(privacy, locale),
})

const hashText = (text: string) => createHash('sha256').update(text).digest()

/** A digest of the texts that a page showed, by which forms with outdated texts are refused. */
export const legalDigest = (texts: LegalTexts): string =>
  hashText(legalKinds.map((kind) => texts[kind] ?? '').join('\n\f\n')).toString('hex')

/** `order_id` is null for a sign-up. */
type AcceptanceContext = { order_id: number | null; user_id: number; organization_id: number }

/**
 * Records which versions of the organization's Terms and Privacy a person accepts by paying. `displayedDigest` is the
 * digest that the page showed, if any. Throws legalChanged.
 */
export async function recordLegalEvidence(
  ctx: Ctx,
  order: AcceptanceContext,
  displayedDigest: string | null,
): Promise<void> {
  const { organization_id } = order
  const settings = await settingsOf(ctx, organization_id)
  const texts = localizeLegalTexts(settings, ctx.locale)
  if (displayedDigest && displayedDigest !== legalDigest(texts)) throw checkoutErrors.legalChanged()
  for (const kind of legalKinds) {
    const [translations, text] = [settings[kind], texts[kind]]
    if (translations === null || text === null) continue
    const legal_text_id = await findOrInsertVersion(ctx, {
      organization_id,
      kind,
      language: languageOf(translations, ctx.locale),
      text,
    })
    const origin = { address: ctx.request.address, user_agent: ctx.request.agent.slice(0, 300) }
    await ctx.sql`insert into checkout.terms_evidence ${ctx.sql({ ...order, legal_text_id, ...origin })}`
  }
}

/** Records the same for a sign-up on the visited site, for the port `termsAccepted`. */
export const recordSignUpTerms = (ctx: Ctx, user_id: number): Promise<void> =>
  recordLegalEvidence(ctx, { order_id: null, user_id, organization_id: ctx.organization.organization_id }, null)

type Version = { organization_id: number; kind: LegalKind; language: string; text: string }

/** Finds the version of a text, or inserts it as the next version. */
async function findOrInsertVersion(ctx: Ctx, { text, ...key }: Version): Promise<number> {
  const text_hash = hashText(text)
  const existing = await findVersion(ctx, key, text_hash)
  if (existing !== null) return existing
  // Searched again under the lock, because a concurrent buyer may have inserted it.
  await ctx.sql`
    select pg_advisory_xact_lock(hashtext('checkout.legal_text'), ${key.organization_id})`
  const version = await findVersion(ctx, key, text_hash)
  if (version !== null) return version
  const [row] = await ctx.sql<{ legal_text_id: number }>`
    insert into checkout.legal_text (organization_id, kind, language, version, text, text_hash)
    select ${key.organization_id}, ${key.kind}, ${key.language}, coalesce(max(version), 0) + 1, ${text}, ${text_hash}
    from checkout.legal_text
    where organization_id = ${key.organization_id} and kind = ${key.kind} and language = ${key.language}
    returning legal_text_id`
  return row!.legal_text_id
}

async function findVersion({ sql }: Ctx, key: Omit<Version, 'text'>, text_hash: Uint8Array): Promise<number | null> {
  const [row] = await sql<{ legal_text_id: number }>`
    select legal_text_id from checkout.legal_text
    where organization_id = ${key.organization_id} and kind = ${key.kind} and language = ${key.language}
      and text_hash = ${text_hash}`
  return row?.legal_text_id ?? null
}
