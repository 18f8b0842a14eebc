import { useEffect, useId, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { placeName } from './invoice-place.shared.ts'
import { invoiceTexts } from './invoices.texts.ts'
import type { Place } from './place.sql.ts'

const waitMs = 200

/**
 * A course on a website, found by name: sent as `course_website_id`, empty until one of the suggestions is complete.
 */
export function PlaceField({ error }: { error: string | undefined }) {
  const t = useTexts(invoiceTexts)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [places, setPlaces] = useState<readonly Place[]>([])
  const chosenPlace = places.find((place) => placeName(place) === typed)
  const isKnown = chosenPlace !== undefined
  const requests = useRef(0)
  useEffect(() => {
    // A choice fills in its name, so there is nothing to search.
    if (isKnown) return
    const timer = setTimeout(async () => {
      requests.current += 1
      const turn = requests.current
      const query = { text: typed }
      const response = await callApi((api) => api.GET('/invoice/courseWebsites', { params: { query } }))
      if (response.ok && turn === requests.current) setPlaces(response.data.courseWebsites)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [typed, isKnown])
  return (
    <>
      <TextField
        label={t('courseWebsite')}
        hint={t('courseWebsiteHint')}
        error={error}
        required
        list={list}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id={list}>
        {places.map((place) => (
          <option key={place.course_website_id} value={placeName(place)} />
        ))}
      </datalist>
      <input type="hidden" name="course_website_id" value={chosenPlace?.course_website_id ?? ''} />
    </>
  )
}
