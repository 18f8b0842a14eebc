import type { Text } from '#platform/texts.ts'

/** A setting: its path in its tab's record, and its input. */
export type SettingField = {
  path: string
  label: Text
  hint?: Text
  /**
   * `money` is dollars; `time` is an hour as 24-hour HH:MM; `flag` a checkbox; `many` several of `choices`; `staff` a
   * person; `image` a picture of the library; an empty value is null if `empty` is set.
   */
  kind: 'text' | 'long' | 'number' | 'money' | 'time' | 'flag' | 'choice' | 'many' | 'staff' | 'image'
  /** For an image: the setting with its alternative text. */
  alt?: string
  choices?: readonly { value: string | number; label: Text }[]
  /** Choices provided by the page: records by id. */
  offered?: keyof Offered
  min?: number
  max?: number
  /** The label of the empty choice, or true. */
  empty?: true | Text
  /** A variant for a certain value of another setting; reset when that value changes. */
  when?: {
    path: string
    is: string
    shown: Partial<Pick<SettingField, 'label' | 'hint' | 'kind' | 'offered' | 'empty'>>
  }
}
/** Records that an author can choose from. */
export type Offered = Readonly<Record<'templates' | 'staff' | 'lessons', readonly { value: number; label: string }[]>>
export type SettingGroup = { title: Text; fields: readonly SettingField[] }

export const flag = (path: string, label: Text, hint?: Text): SettingField => ({
  path,
  label,
  kind: 'flag',
  ...(hint && { hint }),
})
export const text = (path: string, label: Text, hint?: Text): SettingField => ({
  path,
  label,
  kind: 'text',
  ...(hint && { hint }),
})
export const long = (path: string, label: Text, hint?: Text): SettingField => ({
  path,
  label,
  kind: 'long',
  ...(hint && { hint }),
})
export const number = (path: string, label: Text, min = 0, max = 1_000_000): SettingField => ({
  path,
  label,
  kind: 'number',
  min,
  max,
})
export const optionalNumber = (path: string, label: Text, hint: Text, min = 1): SettingField => ({
  path,
  label,
  hint,
  kind: 'number',
  min,
  max: 3_650,
  empty: true,
})
export const money = (path: string, label: Text): SettingField => ({ path, label, kind: 'money', min: 0, max: 10_000 })
export const choice = (path: string, label: Text, choices: SettingField['choices']): SettingField => ({
  path,
  label,
  kind: 'choice',
  choices: choices!,
})
export const lookup = (entries: Readonly<Record<number, Text>>) =>
  Object.entries(entries).map(([value, label]) => ({ value: Number(value), label }))
