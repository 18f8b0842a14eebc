import { secondSpelling, z } from '#platform/schema.ts'

export const StudentProgress = z.object({
  student_progress_id: z.number(),
  component_id: z.number(),
  /** Whole seconds, from the ledger. */
  time_spent: z.number(),
  required_seconds: z.number(),
  completed_ind: z.boolean(),
  /** For a break: seconds until it is over. */
  seconds_left: z.number().nullable(),
})

const componentFields = {
  component_id: z.number(),
  name: z.string(),
  type: z.string(),
  lk_component_type_id: z.number(),
  final_ind: z.boolean(),
  required_seconds: z.number(),
  completed_ind: z.boolean(),
  reachable_ind: z.boolean(),
  studentProgress: StudentProgress.nullable(),
}

const ContentsEntry = z.object(componentFields)

export const Component = z.object({
  ...componentFields,
  chapter_name: z.string(),
  section_name: z.string(),
  data: z.record(z.string(), z.unknown()),
  hasInlineQuiz: z.boolean(),
  unwatchedVideos: z.array(z.object({ media: z.string(), percent: z.number(), completed: z.boolean() })),
  /** The lease to send with heartbeats; null if no time is earned. */
  lease_id: z.string().nullable(),
})

const section = <T extends z.ZodType>(component: T) =>
  z.object({ name: z.string(), type: z.literal('section'), expanded: z.boolean(), components: z.array(component) })
const chapter = <T extends z.ZodType>(component: T) =>
  z.object({
    name: z.string(),
    type: z.literal('chapter'),
    expanded: z.boolean(),
    final_ind: z.boolean(),
    sections: z.array(section(component)),
  })

/** Chapters, sections and components; the final exam is its own chapter with final_ind. */
export const TableOfContents = z.array(chapter(ContentsEntry))

export const StudentCourseView = z.object({
  student_course_id: z.number(),
  studentCourseId: secondSpelling(z.number()),
  course_id: z.number(),
  course_version_id: z.number(),
  course_website_id: z.number(),
  name: z.string(),
  course_name: z.string(),
  current_component_id: z.number().nullable(),
  lk_student_course_status_id: z.number(),
  lk_student_course_status_reason_id: z.number().nullable(),
  lk_shipping_type_id: z.number().nullable(),
  audio_ind: z.boolean(),
  time_spent: z.number(),
  required_seconds: z.number(),
  percent_complete: z.number(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  created_at: z.string(),
})

export const CourseVersionView = z.object({
  course_id: z.number(),
  course_version_id: z.number(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  required_seconds: z.number(),
  lk_language_id: z.number(),
  lk_course_state_ids: z.array(z.number()),
  /** JSON as text, as in the contract. */
  completion_configuration: z.string(),
  course_security_options: z.object({
    globalSettings: z.object({ idleTimer: z.object({ enabled: z.boolean(), value: z.number() }) }),
  }),
  chapters: TableOfContents,
})
