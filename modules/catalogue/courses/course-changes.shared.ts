import type { SettingField } from '#modules/catalogue/course-editor/setting-field.shared.ts'
import { settingGroups } from '#modules/catalogue/course-editor/settings-fields.shared.ts'
import { lk_course_status } from '#modules/catalogue/lookups.shared.ts'
import { cellText } from '#platform/grid/cell.shared.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { courseChangeTexts } from './courses.texts.ts'

export type CourseChange = { path: string; name: string; before: string; after: string }
type Snapshot = Readonly<Record<string, unknown>> | null

/** The fields of the course's tabs by path, with the group that distinguishes equal labels. */
const fields: ReadonlyMap<string, { field: SettingField; group: Text }> = new Map(
  Object.values(settingGroups).flatMap((groups) =>
    groups.flatMap(({ title, fields }) => fields.map((field) => [field.path, { field, group: title }] as const)),
  ),
)

/** The changes in a course history entry, one line per setting, labeled as in the course's forms. */
export function courseChanges(before: Snapshot, after: Snapshot, locale: Locale): CourseChange[] {
  const [previousLeaves, currentLeaves] = [leavesOf(before ?? {}), leavesOf(after ?? {})]
  const paths = [...new Set([...previousLeaves.keys(), ...currentLeaves.keys()])].filter(
    (path) => path !== 'description' || previousLeaves.has(path),
  )
  return paths
    .filter((path) => JSON.stringify(previousLeaves.get(path)) !== JSON.stringify(currentLeaves.get(path)))
    .map((path) => ({
      path,
      name: labelOf(path, locale),
      before: valueText(path, previousLeaves.get(path), locale),
      after: valueText(path, currentLeaves.get(path), locale),
    }))
}

/** Each value in a record by path; a list counts as one value. */
function leavesOf(record: Readonly<Record<string, unknown>>, prefix = ''): Map<string, unknown> {
  return new Map(
    Object.entries(record).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? [...leavesOf(value as Record<string, unknown>, `${prefix}${name}.`)]
        : [[prefix + name, value] as const],
    ),
  )
}

function labelOf(path: string, locale: Locale): string {
  const text = (courseChangeTexts as Readonly<Record<string, Text>>)[path]
  if (text) return localize(locale, text)
  const fieldLabel = fields.get(path)
  return fieldLabel ? `${localize(locale, fieldLabel.group)}: ${localize(locale, fieldLabel.field.label)}` : path
}

function valueText(path: string, value: unknown, locale: Locale): string {
  if (value === undefined || value === null) return ''
  const choices = path === 'lk_course_status_id' ? choicesOf(lk_course_status) : fields.get(path)?.field.choices
  const wordOf = (item: unknown) => {
    const match = choices?.find((choice) => String(choice.value) === String(item))
    return match ? localize(locale, match.label) : String(item)
  }
  if (typeof value === 'boolean') return cellText({ kind: 'flag', choices: [] }, value, locale)
  if (Array.isArray(value)) return choices ? value.map(wordOf).join(', ') : JSON.stringify(value, null, 1)
  return wordOf(value)
}

const choicesOf = (lookup: Readonly<Record<number, Text>>) =>
  Object.entries(lookup).map(([value, label]) => ({ value, label }))
