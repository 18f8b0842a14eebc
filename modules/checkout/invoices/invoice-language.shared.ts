/** The ids of the languages for invoice documents. */
export const invoiceLanguage = { English: 1, French: 2 } as const

export const invoiceLanguages = { 1: ['English', 'Inglés'], 2: ['French', 'Francés'] } as const
