import { courseStatus } from '#modules/catalogue/lookups.shared.ts'
import { callApi } from '#platform/ui/api.ts'
import { Combobox } from '#platform/ui/combobox.tsx'

type Choice = { course_id: number; name: string }
type Props = {
  label: string
  /** The courses already chosen. */
  excludedIds: readonly number[]
  onChoose: (course: Choice) => void
}

const maxResults = 20

/** A search field for a published course of the organization, by name or id. */
export default function CourseField({ label, excludedIds, onChoose }: Props) {
  const search = async (text: string) => {
    const input = text.trim()
    const filter = /^\d{1,9}$/.test(input) ? { course_id: [`exact:${input}`] } : { search: input }
    const query = { ...filter, limit: maxResults, lk_course_status_id: [`exact:${courseStatus.Published}`] }
    const response = await callApi((api) => api.GET('/course/fetch', { params: { query } }), {
      quiet: true,
    })
    if (!response.ok) throw new Error(response.message)
    const { courses } = response.data
    return courses
      .filter(({ course_id }) => !excludedIds.includes(course_id))
      .map(({ course_id, name }) => ({ value: course_id, label: name }))
  }
  return (
    <Combobox
      // Resets the field after each choice.
      key={excludedIds.length}
      name="course"
      label={label}
      options={search}
      onValueChange={([chosen]) => {
        if (chosen) onChoose({ course_id: Number(chosen.value), name: chosen.label })
      }}
    />
  )
}
