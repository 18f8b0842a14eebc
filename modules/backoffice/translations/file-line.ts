/** One line of a translation file, in any format. */
export type FileLine = { key: string; english: string; translation: string; state: string }
