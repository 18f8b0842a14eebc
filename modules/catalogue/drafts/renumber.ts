/** Objects with their own id inside a component, and the fields that refer to them anywhere in its data. */
export const innerIds = ['quiz_id', 'media_id', 'break_id', 'wysiwyg_id'] as const
export type IdMap = ReadonlyMap<number, number>

/** The ids in fields of this name, at any depth. */
export function idsIn(value: unknown, field: string): number[] {
  if (Array.isArray(value)) return value.flatMap((inner) => idsIn(inner, field))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === field && typeof inner === 'number' ? [inner] : idsIn(inner, field),
  )
}

/** Replaces the ids in these fields, single or in a list, at any depth. */
export function replaceIds(value: unknown, fields: Readonly<Record<string, IdMap>>): unknown {
  if (Array.isArray(value)) return value.map((inner) => replaceIds(inner, fields))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const idMap = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (idMap && typeof inner === 'number') return [name, idMap.get(inner) ?? inner]
      if (idMap && Array.isArray(inner)) {
        return [name, inner.map((id) => (typeof id === 'number' ? (idMap.get(id) ?? id) : replaceIds(id, fields)))]
      }
      return [name, replaceIds(inner, fields)]
    }),
  )
}

/** `questionId:optionId` with the question renamed. */
export function renameCondition(condition: string, questions: IdMap): string {
  const [question, option] = condition.split(':')
  return `${questions.get(Number(question)) ?? question}:${option}`
}

type Checks = { globalSettings?: { frequencySettings?: { type?: unknown; value?: unknown } } }

/** Security options with the component that triggers a check renamed. */
export function renameChecks<T extends object>(options: T, components: IdMap): T {
  const { globalSettings } = options as Checks
  const frequency = globalSettings?.frequencySettings
  if (frequency?.type !== 'selectedComponent') return options
  const value = components.get(Number(frequency.value)) ?? frequency.value
  return { ...options, globalSettings: { ...globalSettings, frequencySettings: { ...frequency, value } } }
}
