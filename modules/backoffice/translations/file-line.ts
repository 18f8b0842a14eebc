/** One line of a file of translations, of any format. */
export type FileLine = { key: string; english: string; translation: string; state: string }
