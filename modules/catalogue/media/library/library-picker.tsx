import { lazy, Suspense } from 'react'
import type { MediaPickerProps } from '#modules/catalogue/rich-text/editor/editor.shared.ts'
import type { MediaLibraryProps } from './media-library.tsx'

const MediaLibrary = lazy(() => import('./media-library.tsx'))

/** An organization's media library for the editor. Create it once, outside rendering. */
export function libraryPicker(organization_id: number, options: Pick<MediaLibraryProps, 'questionBank' | 'only'> = {}) {
  return function LibraryPicker(props: MediaPickerProps) {
    return (
      <Suspense fallback={null}>
        <MediaLibrary {...props} organization_id={organization_id} {...options} />
      </Suspense>
    )
  }
}
