/** An answer in its one stored form; null where nothing was answered. */
export type Answer = null | string | number | readonly number[] | Readonly<Record<string, string>>

/** What the rules need to know of a question; both the full and the shown question fit. */
export type Answerable = {
  lk_question_type_id: number
  configuration: {
    required: boolean
    options: readonly { id: number; text: string; match?: string }[]
    /** Of the shown question: what the options of a matching question are matched with. */
    matches?: readonly string[]
    validation: { regex: string; min: string; max: string }
    settings: {
      wordMinMax: { enabled: boolean; min: number; max: number }
      minMax: { enabled: boolean; min: number; max: number }
    }
  }
}
