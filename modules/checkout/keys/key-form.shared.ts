import type { Option } from '#platform/ui/native-select.tsx'

type Values = Readonly<Record<string, string>>

/** The body of `createKeys` from its form. */
export const draftOf = ({
  course_website_id = '',
  count = '',
  organization_id,
  note = '',
  request_id = '',
}: Values) => ({
  course_website_id: Number(course_website_id),
  count: Number(count),
  ...(organization_id && { organization_id: Number(organization_id) }),
  note,
  request_id,
})

/** `keys` names a batch and its holder: '12.4'. */
export function batchOf({ keys = '', count = '' }: Values) {
  const [authorization_key_batch_id = 0, organization_id = 0] = keys.split('.').map((id) => Number(id) || 0)
  return { authorization_key_batch_id, organization_id, count: Number(count) || 0 }
}

/** Each organization once. */
export const organizationsOf = (choices: readonly { organization_id: number; organization_name: string }[]): Option[] =>
  [...new Map(choices.map((choice) => [choice.organization_id, choice.organization_name]))].map(([value, label]) => ({
    value,
    label,
  }))
