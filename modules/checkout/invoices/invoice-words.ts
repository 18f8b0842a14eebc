import { lk_invoice_status } from '#modules/checkout/lookups.shared.ts'
import { label } from '#platform/lookups.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { showDate } from '#platform/ui/masks.ts'
import { invoiceLanguage } from './invoice-language.shared.ts'
import { invoiceTexts } from './invoices.texts.ts'

const textKeys = [
  ...(['invoiceNumber', 'organization', 'payableTo', 'taxId', 'website', 'course', 'allCourses', 'period'] as const),
  ...([
    'createdAt',
    'dueAt',
    'status',
    'date',
    'order',
    'kind',
    'sale',
    'refund',
    'billed',
    'price',
    'discount',
  ] as const),
  ...(['refunded', 'adminFee', 'part', 'earned', 'billedSum', 'owedTo', 'owedBy', 'settled', 'rule'] as const),
  ...(['paidAmount', 'open', 'total'] as const),
]
type InvoiceTextKey = (typeof textKeys)[number]

/** The French texts of an invoice; the product itself is only in English and Spanish. */
const french: Readonly<Record<InvoiceTextKey, string>> = {
  invoiceNumber: 'Facture {number}',
  organization: 'Organisation',
  payableTo: 'Chèque à l’ordre de',
  taxId: 'Numéro fiscal',
  website: 'Site web',
  course: 'Cours',
  allCourses: 'Tous les cours du site',
  period: 'Période',
  createdAt: 'Date de la facture',
  dueAt: 'Date d’échéance',
  status: 'Statut',
  date: 'Date',
  order: 'Commande',
  kind: 'Type',
  sale: 'Vente',
  refund: 'Remboursement',
  billed: 'Facturé',
  price: 'Prix',
  discount: 'Remise',
  refunded: 'Remboursé',
  adminFee: 'Frais',
  part: 'Montant',
  earned: 'Part de l’organisation sur ses ventes',
  billedSum: 'Facturé à l’organisation',
  owedTo: 'Dû à l’organisation',
  owedBy: 'Dû par l’organisation',
  settled: 'Aucun solde dû',
  rule: 'La part de l’organisation sur une vente est le prix moins la remise, les remboursements et les frais. Un remboursement total restitue les frais. Les suppléments et la livraison ne sont pas compris. Ce qui est facturé à l’organisation est déduit.',
  paidAmount: 'Payé',
  open: 'Reste à payer',
  total: 'Total',
}
const frenchStatus: Readonly<Record<number, string>> = { 1: 'Ouverte', 2: 'Payée', 3: 'En retard', 4: 'Annulée' }

/** Translates the texts of an invoice document. */
export type InvoiceTranslator = {
  /** The BCP 47 tag for the document and its numbers. */
  tag: string
  translate: (key: InvoiceTextKey, params?: Readonly<Record<string, string>>) => string
  status: (id: number) => string
  /** YYYY-MM-DD in the language's format. */
  day: (day: string) => string
}

/** Translates to French if the invoice is French, otherwise to the reader's language. */
export function invoiceTranslator(lk_invoice_language_id: number, locale: Locale): InvoiceTranslator {
  const isFrench = lk_invoice_language_id === invoiceLanguage.French
  const textOf = (key: InvoiceTextKey) => (isFrench ? french[key] : localize(locale, invoiceTexts[key] as Text))
  return {
    tag: isFrench ? 'fr-CA' : locale,
    translate: (key, params = {}) => textOf(key).replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    status: (id) => (isFrench ? frenchStatus[id]! : label(lk_invoice_status, id, locale)),
    // French dates start with the day, like Spanish ones.
    day: (day) => showDate(day, isFrench ? 'es-es' : locale),
  }
}
