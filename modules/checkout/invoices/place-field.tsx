import { useEffect, useId, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { placeName } from './invoice-paths.shared.ts'
import { invoiceTexts } from './invoices.texts.ts'
import type { CoursePlace } from './place.sql.ts'

const debounceMs = 200

/**
 * A search field for a course on a website. Submitted as `course_website_id`, which is empty until the text matches a
 * suggestion.
 */
export function PlaceField({ error }: { error: string | undefined }) {
  const t = useTexts(invoiceTexts)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [places, setPlaces] = useState<readonly CoursePlace[]>([])
  const selectedPlace = places.find((place) => placeName(place) === typed)
  const hasSelection = selectedPlace !== undefined
  const lastRequest = useRef(0)
  useEffect(() => {
    // Choosing a suggestion also changes the text, which needs no search then.
    if (hasSelection) return
    const timer = setTimeout(async () => {
      lastRequest.current += 1
      const request = lastRequest.current
      const query = { text: typed }
      const response = await callApi((api) => api.GET('/invoice/courseWebsites', { params: { query } }))
      if (response.ok && request === lastRequest.current) setPlaces(response.data.courseWebsites)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [typed, hasSelection])
  return (
    <>
      <TextField
        label={t('courseWebsite')}
        hint={t('courseWebsiteHint')}
        error={error}
        required
        list={listId}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id={listId}>
        {places.map((place) => (
          <option key={place.course_website_id} value={placeName(place)} />
        ))}
      </datalist>
      <input type="hidden" name="course_website_id" value={selectedPlace?.course_website_id ?? ''} />
    </>
  )
}
