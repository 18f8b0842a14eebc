import { type ComponentType, lazy, Suspense } from 'react'
import type { MediaPickerProps } from '../../rich-text/editor/editor.shared.ts'
import type { QuestionPickerProps } from './media-library.tsx'

const MediaLibrary = lazy(() => import('./media-library.tsx'))

/** The media library of an organization, as the editor opens it. Create it once, outside of rendering. */
export function libraryPicker(organization_id: number, questionBank?: ComponentType<QuestionPickerProps>) {
  return function LibraryPicker(props: MediaPickerProps) {
    return (
      <Suspense fallback={null}>
        <MediaLibrary {...props} organization_id={organization_id} questionBank={questionBank} />
      </Suspense>
    )
  }
}
