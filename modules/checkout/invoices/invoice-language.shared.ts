/** The languages of an invoice's document, by the ids of the product's invoice search. */
export const invoiceLanguage = { English: 1, French: 2 } as const

export const invoiceLanguages = { 1: ['English', 'Inglés'], 2: ['French', 'Francés'] } as const
