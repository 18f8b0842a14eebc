export { ownerOfAuthored } from './authoring/presence.ts'
export { findSupportAssignee } from './authoring/support-assignee.sql.ts'
export { brandedDesign, findCertificateFacts } from './certificate-templates/certificate-facts.ts'
export {
  type Design,
  type DesignField,
  isSignature,
  type Placeholder,
  pageSizes,
} from './certificate-templates/design.shared.ts'
export { findSigner } from './certificate-templates/signer.sql.ts'
export { starterDesign } from './certificate-templates/starters.ts'
export {
  listCertificateTemplates,
  selectCertificateTemplate,
  type TemplateVersion,
} from './certificate-templates/template.sql.ts'
export type { CourseCounter, CourseCounts } from './courses/course-figures.ts'
export { type Faq, listFaqs } from './faqs/faq.sql.ts'
export { attachmentIdOf } from './media/attachment.sql.ts'
export { selectMediaUsage } from './media/media-usage.sql.ts'
export { embedOriginsOf, type Medium, mediaOf, mediaResolver, resolveMedia, sourcesOf } from './media/resolve-media.ts'
export type { AgencyNeed, AgencyNeeds, ReportedCourse } from './programs/agency-needs.ts'
export { dataOf } from './programs/collected-data.ts'
export {
  findProgramRules,
  findProgramsWithRule,
  findProgramsWithValue,
  type ProgramRules,
} from './programs/effective-rules.ts'
export { type EligibilityStatement, listEligibilityStatements } from './programs/eligibility-statements.ts'
export { listForbiddenData } from './programs/forbidden-data.ts'
export { areQuestionsExcluded, excludedSeconds } from './programs/instruction.ts'
export { licenseClassIn } from './programs/license-classes.shared.ts'
export { listPacks } from './programs/packs.ts'
export { readProgramRecord } from './programs/program-record.ts'
export { findProgramRetention } from './programs/program-retention.ts'
export { listSetRules, type SetRule } from './programs/program-rule.sql.ts'
export { programName } from './programs/programs.shared.ts'
export { requiredData } from './programs/required-data.ts'
export type { ReportDuty } from './programs/rules.shared.ts'
export { listRelatedCourses } from './public/related-courses.sql.ts'
export { countImpacted, listImpacted, type RulesMoment } from './publishing/program-impact.ts'
export { listPublishedVersions, type PublishedVersion } from './publishing/versions.ts'
export type { Question, QuestionOption } from './questions/question.schema.ts'
export { listQuestions, selectQuestions } from './questions/question.sql.ts'
export { RevealedOption, ShownOption } from './questions/question-option.schema.ts'
export { ShownPicture } from './questions/question-picture.schema.ts'
export { withoutAnswers } from './questions/without-answers.ts'
export { hostedVideoAt, listInlineQuizzes, listMedia, renderDocument } from './rich-text/index.ts'
export type { Component, QuestionPool, QuizOutlineComponent } from './versions/component.schema.ts'
export { listCourseAgencies, selectReportsTo, setCourseAgency } from './versions/course-agency.sql.ts'
export { setCourseRating } from './versions/course-rating.sql.ts'
export { requiredExams } from './versions/external-exam.shared.ts'
export {
  type AudioOptions,
  type CompletionConfiguration,
  type RegistrationOptions,
  type SecurityOptions,
  securityDefaults,
} from './versions/options.schema.ts'
export type { CourseVersion } from './versions/version.schema.ts'
export { listComponents, selectComponent, selectCourseVersion } from './versions/version.sql.ts'
export { copyOffers } from './websites/copy-offers.ts'
export {
  type CourseWebsite,
  findCourseWebsite,
  listShippingMethods,
  type ShippingMethod,
} from './websites/course-website.sql.ts'
export { emailLookOf } from './websites/email-look.ts'
export { listOfferTerms, type OfferTerms } from './websites/offer-terms.sql.ts'
export { findSiteBrand } from './websites/site-brand.sql.ts'
export { selectSiteReadiness } from './websites/site-readiness.sql.ts'
