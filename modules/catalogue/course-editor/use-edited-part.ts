import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { editedPart } from './autosave.shared.ts'

/** Shares with the page which part of the course is edited; the others who have it open see it. */
export function useEditedPart(name: string): void {
  const share = useSetAtom(editedPart)
  useEffect(() => {
    share(name)
    return () => share('')
  }, [name, share])
}
