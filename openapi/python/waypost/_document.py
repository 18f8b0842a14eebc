# Generated from the partner document: npm run gen.
from __future__ import annotations

from typing import Any, Iterator, Literal, NotRequired, TypedDict
from urllib.parse import quote


class Unset:
    """The type of UNSET."""

    def __repr__(self) -> str:
        return "UNSET"


# A field that a change does not send. None empties it.
UNSET = Unset()


def _part(value: object) -> str:
    return quote(str(value), safe="")


AssignEnrollmentsEnrollment = TypedDict("AssignEnrollmentsEnrollment", {
    "student_course_id": "int",
    "group": "str | None",
    "due_on": "str | None",
})
AssignEnrollmentsInput = TypedDict("AssignEnrollmentsInput", {
    "student_course_ids": "list[int]",
    "group": "NotRequired[str | None]",
    "due_on": "NotRequired[str | None]",
})
AssignEnrollmentsOutput = TypedDict("AssignEnrollmentsOutput", {
    "enrollments": "list[AssignEnrollmentsEnrollment]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
AuthorizationKeyBatchOutput = TypedDict("AuthorizationKeyBatchOutput", {
    "authorization_key_batch_id": "int",
    "quantity": "int",
    "note": "str",
    "course_name": "str",
    "name": "str",
    "codes": "list[str] | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
AuthorizationKeyCan = TypedDict("AuthorizationKeyCan", {
    "assign": "bool",
    "revoke": "bool",
})
AuthorizationKeyKey = TypedDict("AuthorizationKeyKey", {
    "authorization_key_id": "int",
    "authorization_key_batch_id": "int",
    "authorization_code": "str",
    "authorization_key_status": "str",
    "lk_authorization_key_status_id": "int",
    "organization_id": "int",
    "name": "str",
    "course_name": "str",
    "course_website_id": "int",
    "redeemed_by": "str | None",
    "redeemed_by_id": "int | None",
    "redeemed_at": "str | None",
    "created_at": "str",
    "created_by": "str | None",
    "note": "str | None",
    "revoked_by": "str | None",
    "revoked_at": "str | None",
    "revoke_reason": "str | None",
    "can": "AuthorizationKeyCan",
})
AuthorizationKeyOutput = TypedDict("AuthorizationKeyOutput", {
    "key": "AuthorizationKeyKey",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
CertificateIssuedEvent = TypedDict("CertificateIssuedEvent", {
    "id": "str",
    "type": "Literal[\"certificate.issued\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CertificateIssuedEventContent",
})
CertificateIssuedEventContent = TypedDict("CertificateIssuedEventContent", {
    "student_certificate_id": "int",
    "student_course_id": "int",
    "user_id": "int",
})
CertificateReplacedEvent = TypedDict("CertificateReplacedEvent", {
    "id": "str",
    "type": "Literal[\"certificate.replaced\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CertificateReplacedEventContent",
})
CertificateReplacedEventContent = TypedDict("CertificateReplacedEventContent", {
    "student_certificate_id": "int",
    "student_course_id": "int",
    "user_id": "int",
    "replaces": "int",
})
CertificateRestoredEvent = TypedDict("CertificateRestoredEvent", {
    "id": "str",
    "type": "Literal[\"certificate.restored\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CertificateRestoredEventContent",
})
CertificateRestoredEventContent = TypedDict("CertificateRestoredEventContent", {
    "student_certificate_id": "int",
    "student_course_id": "int",
    "user_id": "int",
})
CertificateRevokedEvent = TypedDict("CertificateRevokedEvent", {
    "id": "str",
    "type": "Literal[\"certificate.revoked\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CertificateRevokedEventContent",
})
CertificateRevokedEventContent = TypedDict("CertificateRevokedEventContent", {
    "student_certificate_id": "int",
    "student_course_id": "int",
    "user_id": "int",
})
CheckCertificateOutput = TypedDict("CheckCertificateOutput", {
    "valid": "bool",
    "status": "Literal[\"valid\", \"replaced\", \"withdrawn\"]",
    "replaced_by": "str | None",
    "certificate_number": "str",
    "course_name": "str",
    "organization_name": "str",
    "issued_at": "str",
    "time_zone": "str",
    "valid_until": "str | None",
    "expired_ind": "bool",
    "initials": "str",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
CheckFailedEvent = TypedDict("CheckFailedEvent", {
    "id": "str",
    "type": "Literal[\"check.failed\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CheckFailedEventContent",
})
CheckFailedEventContent = TypedDict("CheckFailedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "locks": "bool",
})
CompletionAcceptedEvent = TypedDict("CompletionAcceptedEvent", {
    "id": "str",
    "type": "Literal[\"completion.accepted\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CompletionAcceptedEventContent",
})
CompletionAcceptedEventContent = TypedDict("CompletionAcceptedEventContent", {
    "completion_report_id": "int",
    "student_course_id": "int",
    "user_id": "int",
    "agency": "str",
    "state_code": "str",
})
CompletionRejectedEvent = TypedDict("CompletionRejectedEvent", {
    "id": "str",
    "type": "Literal[\"completion.rejected\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CompletionRejectedEventContent",
})
CompletionRejectedEventContent = TypedDict("CompletionRejectedEventContent", {
    "completion_report_id": "int",
    "student_course_id": "int",
    "user_id": "int",
    "agency": "str",
    "state_code": "str",
})
CompletionReportDuty = TypedDict("CompletionReportDuty", {
    "completion_report_id": "int",
    "state": "Literal[\"pending\", \"sent\", \"waiting\", \"watched\", \"accepted\", \"rejected\"]",
    "agency": "str",
    "agency_name": "str",
    "label": "str",
    "text": "str",
    "due_at": "str",
    "accepted_at": "str | None",
    "steps": "list[CompletionReportStep]",
    "unanswered": "bool",
    "acts": "Literal[\"student\", \"school\", \"agency\", None]",
    "receipt": "str | None",
    "certificate_number": "str | None",
    "code": "str | None",
    "agency_message": "str | None",
    "mend": "CompletionReportMend",
})
CompletionReportMend = TypedDict("CompletionReportMend", {
    "who": "Literal[\"student\", \"staff\"]",
    "field": "str",
    "text": "str",
})
CompletionReportOutput = TypedDict("CompletionReportOutput", {
    "data": "CompletionReportRecord",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
CompletionReportRecord = TypedDict("CompletionReportRecord", {
    "completion_report_id": "int",
    "state": "Literal[\"pending\", \"accepted\", \"rejected\"]",
    "agency": "str",
    "agency_name": "str",
    "label": "str",
    "text": "str",
    "due_at": "str",
    "accepted_at": "str | None",
    "steps": "list[CompletionReportStep]",
    "unanswered": "bool",
    "acts": "Literal[\"student\", \"school\", \"agency\", None]",
    "receipt": "str | None",
    "certificate_number": "str | None",
    "code": "str | None",
    "agency_message": "str | None",
    "mend": "CompletionReportMend",
    "student_course_id": "int",
    "duties": "list[CompletionReportDuty]",
})
CompletionReportStep = TypedDict("CompletionReportStep", {
    "step": "Literal[\"completed\", \"checked\", \"sent\", \"accepted\", \"posted\"]",
    "at": "str | None",
})
CompletionSentEvent = TypedDict("CompletionSentEvent", {
    "id": "str",
    "type": "Literal[\"completion.sent\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CompletionSentEventContent",
})
CompletionSentEventContent = TypedDict("CompletionSentEventContent", {
    "completion_report_id": "int",
    "student_course_id": "int",
    "user_id": "int",
    "agency": "str",
    "state_code": "str",
})
CourseLockedEvent = TypedDict("CourseLockedEvent", {
    "id": "str",
    "type": "Literal[\"course.locked\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CourseLockedEventContent",
})
CourseLockedEventContent = TypedDict("CourseLockedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "from_status_id": "int",
    "lk_student_course_status_id": "int",
    "lk_student_course_status_reason_id": "int | None",
})
CoursePassedEvent = TypedDict("CoursePassedEvent", {
    "id": "str",
    "type": "Literal[\"course.passed\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CoursePassedEventContent",
})
CoursePassedEventContent = TypedDict("CoursePassedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
})
CourseProgressedEvent = TypedDict("CourseProgressedEvent", {
    "id": "str",
    "type": "Literal[\"course.progressed\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CourseProgressedEventContent",
})
CourseProgressedEventContent = TypedDict("CourseProgressedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "percent": "int",
})
CourseStartedEvent = TypedDict("CourseStartedEvent", {
    "id": "str",
    "type": "Literal[\"course.started\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "CourseStartedEventContent",
})
CourseStartedEventContent = TypedDict("CourseStartedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "from_status_id": "int",
    "lk_student_course_status_id": "int",
})
CreateAuthorizationKeysInput = TypedDict("CreateAuthorizationKeysInput", {
    "course_website_id": "int",
    "count": "int",
    "organization_id": "NotRequired[int | None]",
    "note": "NotRequired[str | None]",
    "request_id": "NotRequired[str | None]",
})
CreateAuthorizationKeysOutput = TypedDict("CreateAuthorizationKeysOutput", {
    "error": "bool",
    "authorization_key_batch_id": "int",
    "codes": "list[str] | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
})
CreateSignInLinkInput = TypedDict("CreateSignInLinkInput", {
    "target": "NotRequired[Literal[\"dashboard\", \"course\", \"certificate\"]]",
    "student_course_id": "NotRequired[int | None]",
})
CreateSignInLinkOutput = TypedDict("CreateSignInLinkOutput", {
    "url": "str",
    "expires_at": "str",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
CreateStudentAddressInput = TypedDict("CreateStudentAddressInput", {
    "address1": "NotRequired[str | None]",
    "address2": "NotRequired[str | None]",
    "city": "NotRequired[str | None]",
    "lk_state_id": "NotRequired[int | None]",
    "lk_state_name": "NotRequired[str | None]",
    "zip": "NotRequired[Literal[\"\", None] | str]",
    "lk_address_type_id": "NotRequired[int | None]",
})
CreateStudentContactInput = TypedDict("CreateStudentContactInput", {
    "phone_id": "NotRequired[int | None]",
    "phone_number": "str",
    "lk_phone_number_type_id": "NotRequired[int | None]",
    "lk_entity_type_id": "NotRequired[int | None]",
})
CreateStudentInput = TypedDict("CreateStudentInput", {
    "organization_id": "NotRequired[int | None]",
    "profile": "CreateStudentProfileInput",
    "address": "NotRequired[CreateStudentAddressInput]",
    "contacts": "NotRequired[list[CreateStudentContactInput] | None]",
    "instructorOrganizations": "NotRequired[list[CreateStudentInstructorOrganizationInput] | None]",
    "recruiter": "NotRequired[list[CreateStudentRecruiterInput] | None]",
})
CreateStudentInstructorOrganizationInput = TypedDict("CreateStudentInstructorOrganizationInput", {
    "organization_id": "int",
    "organization_instructor_id": "NotRequired[int | None]",
    "instructor_organization_id": "NotRequired[int | None]",
    "code": "NotRequired[str | None]",
    "name": "NotRequired[str | None]",
})
CreateStudentOutput = TypedDict("CreateStudentOutput", {
    "data": "CreateStudentRecord",
    "warning": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
CreateStudentProfileInput = TypedDict("CreateStudentProfileInput", {
    "first_name": "str",
    "middle_name": "NotRequired[str | None]",
    "last_name": "str",
    "lk_suffix_id": "NotRequired[int | None]",
    "dob": "NotRequired[str | None]",
    "gender": "NotRequired[Literal[\"M\", \"F\", \"X\", None]]",
    "email": "str",
    "loginid": "NotRequired[str | None]",
    "emailSameAsLoginID": "NotRequired[bool | None]",
    "timezone": "NotRequired[str]",
    "date_format": "NotRequired[Literal[\"mm-dd-yyyy\", \"dd-mm-yyyy\", \"yyyy-mm-dd\"]]",
    "lk_language_id": "NotRequired[int | None]",
    "isRecruiter": "NotRequired[bool | None]",
    "notes": "NotRequired[str | None]",
    "avatar": "NotRequired[Any]",
    "profile_pic": "NotRequired[Any]",
})
CreateStudentRecord = TypedDict("CreateStudentRecord", {
    "user_id": "int",
    "user": "CreateStudentUser",
})
CreateStudentRecruiterInput = TypedDict("CreateStudentRecruiterInput", {
    "recruiter_id": "NotRequired[int | None]",
    "organization_id": "int",
    "recruiter_code": "NotRequired[str | None]",
    "recruiter_fee": "NotRequired[float]",
    "user_id": "NotRequired[int | None]",
    "code": "NotRequired[str | None]",
    "name": "NotRequired[str | None]",
})
CreateStudentUser = TypedDict("CreateStudentUser", {
    "user_id": "int",
    "loginid": "str",
    "email": "str",
    "first_name": "str",
    "last_name": "str",
    "lk_user_role_id": "int",
    "lk_user_status_id": "int",
})
CreateTestInvoiceOutput = TypedDict("CreateTestInvoiceOutput", {
    "invoice_id": "int",
    "invoice_number": "str",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
CreateWebhookEndpointInput = TypedDict("CreateWebhookEndpointInput", {
    "client_id": "NotRequired[int | None]",
    "url": "str",
    "event_types": "NotRequired[list[Literal[\"student.created\", \"enrollment.created\", \"enrollment.status_changed\", \"enrollment.extended\", \"enrollment.due_soon\", \"enrollment.overdue\", \"enrollment.expires_soon\", \"enrollment.expired\", \"enrollment.refunded\", \"course.started\", \"course.progressed\", \"course.locked\", \"course.passed\", \"check.failed\", \"certificate.issued\", \"certificate.replaced\", \"certificate.revoked\", \"certificate.restored\", \"completion.sent\", \"completion.accepted\", \"completion.rejected\", \"order.paid\", \"order.refunded\", \"order.charged_back\", \"invoice.created\", \"invoice.payment_recorded\", \"invoice.overdue\", \"invoice.voided\", \"ticket.created\", \"ticket.message_added\", \"ticket.status_changed\"]]]",
})
CreateWebhookEndpointOutput = TypedDict("CreateWebhookEndpointOutput", {
    "webhook_endpoint_id": "int",
    "secret": "str",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
CreateWebhookSecretOutput = TypedDict("CreateWebhookSecretOutput", {
    "secret": "str",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
CurrentOrganizationOutput = TypedDict("CurrentOrganizationOutput", {
    "organization": "PersonRecruitedOrganization",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
DownloadFootprintAdvance = TypedDict("DownloadFootprintAdvance", {
    "at": "str",
    "component_id": "int",
    "advanced": "int",
    "reason": "str | None",
    "by": "str | None",
    "approved_by": "str | None",
    "lesson": "str",
})
DownloadFootprintAgreement = TypedDict("DownloadFootprintAgreement", {
    "typed": "str",
    "text_hash": "str",
    "agreed_at": "str",
    "address": "str | None",
    "user_agent": "str | None",
})
DownloadFootprintAttempt = TypedDict("DownloadFootprintAttempt", {
    "quiz": "str",
    "attempt_number": "int",
    "lk_quiz_attempt_status_id": "int",
    "started_at": "str",
    "submitted_at": "str | None",
    "graded_at": "str | None",
    "graded_by": "str | None",
    "comment": "str | None",
    "points": "float | None",
    "total": "float",
    "threshold": "float",
    "put_aside": "bool",
    "questions": "list[DownloadFootprintQuestion] | None",
})
DownloadFootprintAuditLog = TypedDict("DownloadFootprintAuditLog", {
    "position": "int",
    "hash": "str",
    "sealed_at": "str",
    "waiting": "int",
})
DownloadFootprintBy = TypedDict("DownloadFootprintBy", {
    "user_id": "int | None",
    "name": "str | None",
    "role": "Literal[\"student\", \"staff\"]",
})
DownloadFootprintCertificate = TypedDict("DownloadFootprintCertificate", {
    "certificate_number": "str",
    "version": "int",
    "student_name": "str | None",
    "because": "Literal[\"update\", \"reissue\", None]",
    "reason": "str | None",
    "issued_at": "str",
    "shipped_at": "str | None",
    "withdrawn_at": "str | None",
    "content_hash": "str",
})
DownloadFootprintCourse = TypedDict("DownloadFootprintCourse", {
    "student_course_id": "int",
    "organization_id": "int",
    "user_id": "int",
    "course_version_id": "int",
    "course_website_id": "int",
    "lk_student_course_status_id": "int",
    "lk_student_course_status_reason_id": "int | None",
    "current_component_id": "int | None",
    "lk_shipping_type_id": "int | None",
    "audio_ind": "bool",
    "purchased_via": "str | None",
    "registered_at": "str | None",
    "agreed_at": "str | None",
    "started_at": "str | None",
    "completed_at": "str | None",
    "passed_at": "str | None",
    "expires_at": "str | None",
    "created_at": "str",
    "course_id": "int",
    "course_name": "str",
})
DownloadFootprintDocument = TypedDict("DownloadFootprintDocument", {
    "at": "str",
    "document": "str",
    "what": "Literal[\"uploaded\", \"accepted\", \"refused\"]",
    "detail": "str | None",
    "by": "str | None",
})
DownloadFootprintEligibility = TypedDict("DownloadFootprintEligibility", {
    "at": "str",
    "what": "Literal[\"affirmed\", \"excluded\", \"corrected\"]",
    "violation": "str | None",
    "citations": "list[str]",
    "reason": "str | None",
    "by": "str | None",
})
DownloadFootprintIdentityCheck = TypedDict("DownloadFootprintIdentityCheck", {
    "at": "str",
    "action": "str",
    "method": "str | None",
    "result": "str | None",
    "question": "str | None",
    "lock_reason": "int | None",
    "reason": "str | None",
})
DownloadFootprintInstruction = TypedDict("DownloadFootprintInstruction", {
    "required_seconds": "int",
    "recorded_seconds": "int",
    "left_out_seconds": "int",
    "source": "str | None",
})
DownloadFootprintLesson = TypedDict("DownloadFootprintLesson", {
    "lesson": "str",
    "is_break": "bool",
    "counted": "bool",
    "left_out_seconds": "int",
    "first_opened_at": "str",
    "completed_at": "str | None",
    "seconds": "int",
    "advanced": "bool",
})
DownloadFootprintOutput = TypedDict("DownloadFootprintOutput", {
    "made_at": "str",
    "made_by": "str",
    "reference": "str",
    "for_staff": "bool",
    "student": "DownloadFootprintStudent",
    "course": "DownloadFootprintCourse",
    "version": "DownloadFootprintVersion",
    "agreement": "DownloadFootprintAgreement",
    "seat_time": "DownloadFootprintSeatTime",
    "break_seconds": "int",
    "recorded_seconds": "int",
    "instruction": "DownloadFootprintInstruction",
    "lessons": "list[DownloadFootprintLesson]",
    "eligibility": "list[DownloadFootprintEligibility]",
    "identity_checks": "list[DownloadFootprintIdentityCheck]",
    "documents": "list[DownloadFootprintDocument]",
    "attempts": "list[DownloadFootprintAttempt]",
    "lesson_questions": "list[DownloadFootprintQuestion] | None",
    "status_changes": "list[DownloadFootprintStatusChange]",
    "reinstatements": "list[DownloadFootprintReinstatement]",
    "advances": "list[DownloadFootprintAdvance]",
    "certificates": "list[DownloadFootprintCertificate]",
    "reports": "list[DownloadFootprintReport]",
    "report_tries": "list[DownloadFootprintReportTry]",
    "audit_log": "DownloadFootprintAuditLog",
    "seat_ranges": "list[DownloadFootprintSeatRange]",
})
DownloadFootprintQuestion = TypedDict("DownloadFootprintQuestion", {
    "lesson": "str",
    "question": "str",
    "answer": "list[str]",
    "correct": "bool | None",
    "answered_at": "str | None",
    "comment": "str | None",
    "returned": "bool",
    "put_aside": "bool",
})
DownloadFootprintReinstatement = TypedDict("DownloadFootprintReinstatement", {
    "used_at": "str",
    "action": "str",
})
DownloadFootprintReport = TypedDict("DownloadFootprintReport", {
    "number": "int",
    "agency": "str",
    "state_code": "str",
    "state": "str",
    "created_at": "str",
    "due_at": "str",
    "accepted_at": "str | None",
    "receipt": "str | None",
    "code": "str | None",
    "message": "str | None",
})
DownloadFootprintReportTry = TypedDict("DownloadFootprintReportTry", {
    "number": "int",
    "attempt": "int",
    "at": "str",
    "outcome": "str",
    "code": "str | None",
    "receipt": "str | None",
})
DownloadFootprintSeatRange = TypedDict("DownloadFootprintSeatRange", {
    "from_at": "str",
    "to_at": "str",
    "seconds": "int",
    "lesson": "str",
    "ended_because": "str | None",
    "from_local": "str",
    "to_local": "str",
})
DownloadFootprintSeatTime = TypedDict("DownloadFootprintSeatTime", {
    "ranges": "int",
    "seconds": "int",
    "idle": "int",
})
DownloadFootprintStatusChange = TypedDict("DownloadFootprintStatusChange", {
    "at": "str",
    "from_status_id": "int | None",
    "to_status_id": "int",
    "reason": "str | None",
    "by": "DownloadFootprintBy",
})
DownloadFootprintStudent = TypedDict("DownloadFootprintStudent", {
    "student_name": "str",
    "email": "str",
    "dob": "str | None",
    "organization_name": "str",
    "brand_color": "str | None",
    "organization_code": "str",
    "time_zone": "str",
    "user_id": "int",
})
DownloadFootprintVersion = TypedDict("DownloadFootprintVersion", {
    "version_number": "int",
    "published_at": "str | None",
    "required_seconds": "int | None",
})
EnrollOnInvoiceInput = TypedDict("EnrollOnInvoiceInput", {
    "user_id": "int",
    "course_website_id": "int",
    "price": "NotRequired[float | None | str]",
    "lk_shipping_type_id": "NotRequired[int | None | Literal[\"\"]]",
    "audio_ind": "NotRequired[bool | None]",
    "note": "NotRequired[str | None]",
    "request_id": "str",
    "external_id": "NotRequired[str | None]",
})
EnrollOnInvoiceOutput = TypedDict("EnrollOnInvoiceOutput", {
    "error": "bool",
    "order_id": "int",
    "intent_id": "str",
    "total": "float",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
})
EnrollStudentsAddressInput = TypedDict("EnrollStudentsAddressInput", {
    "address1": "NotRequired[str | None]",
    "address2": "NotRequired[str | None]",
    "city": "NotRequired[str | None]",
    "lk_state_id": "NotRequired[int | None]",
    "lk_state_name": "NotRequired[str | None]",
    "zip": "NotRequired[Literal[\"\", None] | str]",
    "lk_address_type_id": "NotRequired[int | None]",
})
EnrollStudentsInput = TypedDict("EnrollStudentsInput", {
    "course_website_id": "int",
    "notify": "NotRequired[bool]",
    "rows": "list[EnrollStudentsRowInput]",
})
EnrollStudentsIssue = TypedDict("EnrollStudentsIssue", {
    "path": "str",
    "message": "str",
})
EnrollStudentsOutput = TypedDict("EnrollStudentsOutput", {
    "rows": "list[EnrollStudentsRow]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
EnrollStudentsProfileInput = TypedDict("EnrollStudentsProfileInput", {
    "first_name": "str",
    "middle_name": "NotRequired[str | None]",
    "last_name": "str",
    "lk_suffix_id": "NotRequired[int | None]",
    "dob": "NotRequired[str | None]",
    "gender": "NotRequired[Literal[\"M\", \"F\", \"X\", None]]",
    "email": "str",
    "loginid": "NotRequired[str | None]",
    "emailSameAsLoginID": "NotRequired[bool | None]",
    "timezone": "NotRequired[str]",
    "date_format": "NotRequired[Literal[\"mm-dd-yyyy\", \"dd-mm-yyyy\", \"yyyy-mm-dd\"]]",
    "lk_language_id": "NotRequired[int | None]",
    "isRecruiter": "NotRequired[bool | None]",
    "notes": "NotRequired[str | None]",
    "avatar": "NotRequired[Any]",
    "profile_pic": "NotRequired[Any]",
})
EnrollStudentsRow = TypedDict("EnrollStudentsRow", {
    "external_id": "str",
    "result": "Literal[\"enrolled\", \"exists\", \"refused\"]",
    "created": "bool",
    "user_id": "int | None",
    "student_course_id": "int | None",
    "order_id": "int | None",
    "code": "str | None",
    "message": "str | None",
    "issues": "list[EnrollStudentsIssue]",
    "warning": "str | None",
})
EnrollStudentsRowInput = TypedDict("EnrollStudentsRowInput", {
    "external_id": "str",
    "enrollment_external_id": "NotRequired[str | None]",
    "order_external_id": "NotRequired[str | None]",
    "group": "NotRequired[str | None]",
    "due_on": "NotRequired[str | None]",
    "license_number": "NotRequired[str | None]",
    "license_state": "NotRequired[Literal[\"AL\", \"AK\", \"AZ\", \"AR\", \"CA\", \"CO\", \"CT\", \"DE\", \"DC\", \"FL\", \"GA\", \"HI\", \"ID\", \"IL\", \"IN\", \"IA\", \"KS\", \"KY\", \"LA\", \"ME\", \"MD\", \"MA\", \"MI\", \"MN\", \"MS\", \"MO\", \"MT\", \"NE\", \"NV\", \"NH\", \"NJ\", \"NM\", \"NY\", \"NC\", \"ND\", \"OH\", \"OK\", \"OR\", \"PA\", \"RI\", \"SC\", \"SD\", \"TN\", \"TX\", \"UT\", \"VT\", \"VA\", \"WA\", \"WV\", \"WI\", \"WY\", \"AS\", \"GU\", \"MP\", \"PR\", \"VI\", \"AA\", \"AE\", \"AP\", None]]",
    "license_class": "NotRequired[str | None]",
    "profile": "EnrollStudentsProfileInput",
    "address": "NotRequired[EnrollStudentsAddressInput]",
    "contacts": "NotRequired[list[CreateStudentContactInput] | None]",
})
EnrollmentCreatedEvent = TypedDict("EnrollmentCreatedEvent", {
    "id": "str",
    "type": "Literal[\"enrollment.created\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "EnrollmentCreatedEventContent",
})
EnrollmentCreatedEventContent = TypedDict("EnrollmentCreatedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
})
EnrollmentDueSoonEvent = TypedDict("EnrollmentDueSoonEvent", {
    "id": "str",
    "type": "Literal[\"enrollment.due_soon\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "EnrollmentDueSoonEventContent",
})
EnrollmentDueSoonEventContent = TypedDict("EnrollmentDueSoonEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "due_on": "str",
    "days": "int",
})
EnrollmentExpiredEvent = TypedDict("EnrollmentExpiredEvent", {
    "id": "str",
    "type": "Literal[\"enrollment.expired\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "EnrollmentExpiredEventContent",
})
EnrollmentExpiredEventContent = TypedDict("EnrollmentExpiredEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "from_status_id": "int",
    "lk_student_course_status_id": "int",
})
EnrollmentExpiresSoonEvent = TypedDict("EnrollmentExpiresSoonEvent", {
    "id": "str",
    "type": "Literal[\"enrollment.expires_soon\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "EnrollmentExpiresSoonEventContent",
})
EnrollmentExpiresSoonEventContent = TypedDict("EnrollmentExpiresSoonEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "expires_at": "str",
})
EnrollmentExtendedEvent = TypedDict("EnrollmentExtendedEvent", {
    "id": "str",
    "type": "Literal[\"enrollment.extended\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "EnrollmentExtendedEventContent",
})
EnrollmentExtendedEventContent = TypedDict("EnrollmentExtendedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "extended_to": "str",
})
EnrollmentOutput = TypedDict("EnrollmentOutput", {
    "studentCourse": "EnrollmentStudentCourse",
    "data": "EnrollmentRecord",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
EnrollmentOverdueEvent = TypedDict("EnrollmentOverdueEvent", {
    "id": "str",
    "type": "Literal[\"enrollment.overdue\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "EnrollmentOverdueEventContent",
})
EnrollmentOverdueEventContent = TypedDict("EnrollmentOverdueEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "due_on": "str",
})
EnrollmentRecord = TypedDict("EnrollmentRecord", {
    "studentCourse": "EnrollmentStudentCourse",
})
EnrollmentRefundedEvent = TypedDict("EnrollmentRefundedEvent", {
    "id": "str",
    "type": "Literal[\"enrollment.refunded\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "EnrollmentRefundedEventContent",
})
EnrollmentRefundedEventContent = TypedDict("EnrollmentRefundedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "from_status_id": "int",
    "lk_student_course_status_id": "int",
})
EnrollmentStatusChangedEvent = TypedDict("EnrollmentStatusChangedEvent", {
    "id": "str",
    "type": "Literal[\"enrollment.status_changed\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "EnrollmentStatusChangedEventContent",
})
EnrollmentStatusChangedEventContent = TypedDict("EnrollmentStatusChangedEventContent", {
    "student_course_id": "int",
    "user_id": "int",
    "course_id": "int",
    "from_status_id": "int",
    "lk_student_course_status_id": "int",
})
EnrollmentStudentCourse = TypedDict("EnrollmentStudentCourse", {
    "student_course_id": "float",
    "course_id": "float",
    "course_version_id": "float",
    "course_website_id": "float",
    "name": "str",
    "course_name": "str",
    "current_component_id": "float | None",
    "lk_student_course_status_id": "float",
    "lk_student_course_status_reason_id": "float | None",
    "lk_shipping_type_id": "float | None",
    "audio_ind": "bool",
    "time_spent": "float",
    "required_seconds": "float",
    "percent_complete": "float",
    "started_at": "str | None",
    "completed_at": "str | None",
    "expires_at": "str | None",
    "created_at": "str",
})
Failure = TypedDict("Failure", {
    "error": "bool",
    "code": "str",
    "message": "str",
    "issues": "NotRequired[list[FailureIssue]]",
    "retry_after": "NotRequired[int]",
})
FailureIssue = TypedDict("FailureIssue", {
    "path": "str",
    "message": "str",
})
FindCountiesOutput = TypedDict("FindCountiesOutput", {
    "counties": "list[ListLookupsCounty]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
InvoiceCan = TypedDict("InvoiceCan", {
    "delete": "bool",
    "pay": "bool",
})
InvoiceCourse = TypedDict("InvoiceCourse", {
    "course_website_id": "int",
    "name": "str",
    "billed_ind": "bool",
    "sales": "int",
    "price": "float",
    "discount": "float",
    "refund": "float",
    "admin_fee": "float",
    "part": "float",
})
InvoiceCreatedEvent = TypedDict("InvoiceCreatedEvent", {
    "id": "str",
    "type": "Literal[\"invoice.created\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "InvoiceCreatedEventContent",
})
InvoiceCreatedEventContent = TypedDict("InvoiceCreatedEventContent", {
    "invoice_id": "int",
    "lk_invoice_status_id": "int",
    "total": "float",
    "paid": "float",
})
InvoiceInvoice = TypedDict("InvoiceInvoice", {
    "invoice_id": "int",
    "invoice_number": "str",
    "organization_id": "int",
    "organization_name": "str",
    "code": "str",
    "check_payable_to": "str",
    "tax_id": "str",
    "website_name": "str",
    "course_name": "str | None",
    "period_start": "str",
    "period_end": "str",
    "lk_invoice_status_id": "int",
    "lk_invoice_status": "str",
    "lk_invoice_language_id": "int",
    "due_at": "str",
    "created_at": "str",
    "created_by": "str | None",
    "total": "float",
    "earned": "float",
    "billed": "float",
    "paidAmount": "float",
    "open": "float",
    "courses": "list[InvoiceCourse]",
    "lines": "list[InvoiceLine]",
    "lines_count": "int",
    "payments": "list[InvoicePayment]",
    "can": "InvoiceCan",
})
InvoiceLine = TypedDict("InvoiceLine", {
    "invoice_line_id": "int",
    "order_id": "int",
    "external_id": "str | None",
    "external_person_id": "str | None",
    "external_enrollment_id": "str | None",
    "student_course_id": "int | None",
    "name": "str",
    "happened_at": "str",
    "kind": "Literal[\"sale\", \"refund\"]",
    "billed_ind": "bool",
    "price": "float",
    "discount": "float",
    "refund": "float",
    "admin_fee": "float",
    "part": "float",
})
InvoiceOutput = TypedDict("InvoiceOutput", {
    "invoice": "InvoiceInvoice",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
InvoiceOverdueEvent = TypedDict("InvoiceOverdueEvent", {
    "id": "str",
    "type": "Literal[\"invoice.overdue\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "InvoiceOverdueEventContent",
})
InvoiceOverdueEventContent = TypedDict("InvoiceOverdueEventContent", {
    "invoice_id": "int",
    "lk_invoice_status_id": "int",
    "total": "float",
    "paid": "float",
})
InvoicePayment = TypedDict("InvoicePayment", {
    "invoice_payment_id": "int",
    "amount": "float",
    "paid_on": "str",
    "reference": "str",
})
InvoicePaymentRecordedEvent = TypedDict("InvoicePaymentRecordedEvent", {
    "id": "str",
    "type": "Literal[\"invoice.payment_recorded\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "InvoicePaymentRecordedEventContent",
})
InvoicePaymentRecordedEventContent = TypedDict("InvoicePaymentRecordedEventContent", {
    "invoice_id": "int",
    "lk_invoice_status_id": "int",
    "total": "float",
    "paid": "float",
})
InvoiceVoidedEvent = TypedDict("InvoiceVoidedEvent", {
    "id": "str",
    "type": "Literal[\"invoice.voided\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "InvoiceVoidedEventContent",
})
InvoiceVoidedEventContent = TypedDict("InvoiceVoidedEventContent", {
    "invoice_id": "int",
    "lk_invoice_status_id": "int",
    "total": "float",
    "paid": "float",
})
IssuedCertificateOutput = TypedDict("IssuedCertificateOutput", {
    "student_certificate_id": "int",
    "student_course_id": "int",
    "user_id": "int",
    "certificate_number": "str",
    "check_code": "str",
    "student_name": "str",
    "dob": "str | None",
    "driver_license": "str | None",
    "course_name": "str",
    "organization_name": "str",
    "issued_at": "str",
    "valid_until": "str | None",
    "notice_due_on": "str | None",
    "shipped_at": "str | None",
    "deleted_at": "str | None",
    "lk_shipping_type_id": "int | None",
    "order_item_id": "int | None",
    "replaced_by": "str | None",
    "versions": "list[IssuedCertificateVersion]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
IssuedCertificateVersion = TypedDict("IssuedCertificateVersion", {
    "student_certificate_id": "int",
    "version": "int",
    "certificate_number": "str",
    "issued_at": "str",
    "deleted_at": "str | None",
})
ListAuthorizationKeyChoicesActive = TypedDict("ListAuthorizationKeyChoicesActive", {
    "authorization_key_batch_id": "int",
    "organization_id": "int",
    "name": "str",
    "course_name": "str",
    "count": "int",
})
ListAuthorizationKeyChoicesOffer = TypedDict("ListAuthorizationKeyChoicesOffer", {
    "course_website_id": "int",
    "course_name": "str",
    "website_name": "str",
    "organization_id": "int",
    "organization_name": "str",
})
ListAuthorizationKeyChoicesOutput = TypedDict("ListAuthorizationKeyChoicesOutput", {
    "offers": "list[ListAuthorizationKeyChoicesOffer]",
    "active": "list[ListAuthorizationKeyChoicesActive]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListAuthorizationKeysKey = TypedDict("ListAuthorizationKeysKey", {
    "authorization_code": "str",
    "lk_authorization_key_status_id": "int",
    "name": "str",
    "course_name": "str",
    "created_at": "str",
    "redeemed_at": "str | None",
    "redeemed_by": "str | None",
    "authorization_key_id": "float",
    "authorization_key_status": "str",
    "student": "str | None",
    "organization_id": "float",
    "authorization_key_batch_id": "float",
})
ListAuthorizationKeysOutput = TypedDict("ListAuthorizationKeysOutput", {
    "keys": "list[ListAuthorizationKeysKey]",
    "count": "int",
    "count_estimated": "bool",
    "after_id": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListCertificatesCertificate = TypedDict("ListCertificatesCertificate", {
    "certificate_number": "str",
    "first_name": "str",
    "last_name": "str",
    "lk_shipping_type_id": "int | None",
    "issued_at": "str",
    "shipped_at": "str | None",
    "deleted_at": "str | None",
    "dispatched_at": "str | None",
    "courseName": "str",
    "course_link": "str | None",
    "organization_name": "str",
    "charged_back": "int | None",
    "email": "str",
    "tracking_number": "str | None",
    "student_certificate_id": "float",
    "course_id": "float",
    "organization_id": "float",
    "user_id": "float",
    "order_item_id": "float | None",
})
ListCertificatesOutput = TypedDict("ListCertificatesOutput", {
    "certificates": "list[ListCertificatesCertificate]",
    "count": "int",
    "count_estimated": "bool",
    "after_id": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListCompletionReportsOutput = TypedDict("ListCompletionReportsOutput", {
    "reports": "list[ListCompletionReportsReport]",
    "count": "int",
    "count_estimated": "bool",
    "after_id": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListCompletionReportsReport = TypedDict("ListCompletionReportsReport", {
    "first_name": "str",
    "last_name": "str",
    "course_name": "str",
    "organization_name": "str",
    "report_agency": "int",
    "state_code": "str",
    "report_state": "int",
    "due_at": "str",
    "late_ind": "bool",
    "accepted_at": "str | None",
    "code": "str | None",
    "receipt": "str | None",
    "attempt": "float",
    "completion_report_id": "float",
    "student_course_id": "float",
    "organization_id": "float",
})
ListCoursesCourse = TypedDict("ListCoursesCourse", {
    "name": "str",
    "organization_name": "str",
    "lk_course_status_id": "int",
    "published_at": "str | None",
    "updated_at": "str",
    "draft_ind": "bool",
    "bundled_ind": "bool",
    "version_number": "float | None",
    "bundled": "str | None",
    "link": "str",
    "course_id": "float",
    "organization_id": "float",
    "courses_count": "int | None",
    "students_count": "int | None",
    "certificates_count": "int | None",
    "sub_instructors": "int | None",
    "lk_instructor_status": "int | None",
})
ListCoursesOfUserOutput = TypedDict("ListCoursesOfUserOutput", {
    "studentCourses": "list[StudentCourse]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListCoursesOfWebsiteCourse = TypedDict("ListCoursesOfWebsiteCourse", {
    "course_website_id": "int",
    "course_id": "int",
    "name": "str",
    "course_price": "float",
    "admin_fee": "float",
    "min_course_price": "float | None",
    "max_course_price": "float | None",
    "updated_at": "str",
})
ListCoursesOfWebsiteOutput = TypedDict("ListCoursesOfWebsiteOutput", {
    "courses": "list[ListCoursesOfWebsiteCourse]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListCoursesOutput = TypedDict("ListCoursesOutput", {
    "courses": "list[ListCoursesCourse]",
    "count": "int",
    "count_estimated": "bool",
    "after_id": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListEnrollmentsEnrollment = TypedDict("ListEnrollmentsEnrollment", {
    "student_course_id": "int",
    "external_id": "str | None",
    "external_person_id": "str | None",
    "organization_id": "int",
    "user_id": "int",
    "course_id": "int",
    "course_name": "str",
    "course_website_id": "int",
    "lk_student_course_status_id": "int",
    "lk_student_course_status_reason_id": "int | None",
    "created_at": "str",
    "registered_at": "str | None",
    "started_at": "str | None",
    "completed_at": "str | None",
    "passed_at": "str | None",
    "expires_at": "str | None",
    "group": "str | None",
    "due_on": "str | None",
    "late": "bool",
})
ListEnrollmentsOutput = TypedDict("ListEnrollmentsOutput", {
    "enrollments": "list[ListEnrollmentsEnrollment]",
    "next_id": "int | None",
    "next_change": "str | None",
    "has_more": "bool",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListEventsOutput = TypedDict("ListEventsOutput", {
    "events": "list[ListEventsEvent]",
    "next": "str | None",
    "has_more": "bool",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListInvoicesInvoice = TypedDict("ListInvoicesInvoice", {
    "invoice_number": "str",
    "organization_name": "str",
    "code": "str",
    "period_start": "str",
    "period_end": "str",
    "total": "float",
    "paidAmount": "float",
    "lk_invoice_status_id": "int",
    "due_at": "str",
    "created_at": "str",
    "lk_invoice_language_id": "int",
    "updated_at": "str",
    "invoice_id": "float",
    "organization_id": "float",
})
ListInvoicesOutput = TypedDict("ListInvoicesOutput", {
    "invoice": "list[ListInvoicesInvoice]",
    "count": "int",
    "count_estimated": "bool",
    "afterId": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListLookupsCounty = TypedDict("ListLookupsCounty", {
    "label": "str",
    "value": "int",
    "lk_state_id": "int",
})
ListLookupsLkState = TypedDict("ListLookupsLkState", {
    "label": "str",
    "value": "int",
})
ListLookupsOutput = TypedDict("ListLookupsOutput", {
    "lk_state": "list[ListLookupsLkState]",
    "lk_entity_type": "list[ListLookupsLkState]",
    "lk_system_language_status": "list[ListLookupsLkState]",
    "lk_system_notice_type": "list[ListLookupsLkState]",
    "lk_suffix": "list[ListLookupsLkState]",
    "lk_language": "list[ListLookupsLkState]",
    "lk_user_role": "list[ListLookupsLkState]",
    "lk_user_status": "list[ListLookupsLkState]",
    "lk_instructor_status": "list[ListLookupsLkState]",
    "lk_organization_status": "list[ListLookupsLkState]",
    "lk_permission_type": "list[ListLookupsLkState]",
    "lk_phone_number_type": "list[ListLookupsLkState]",
    "lk_address_type": "list[ListLookupsLkState]",
    "lk_contact_type": "list[ListLookupsLkState]",
    "lk_course_language": "list[ListLookupsLkState]",
    "lk_course_status": "list[ListLookupsLkState]",
    "lk_course_category": "list[ListLookupsLkState]",
    "lk_component_type": "list[ListLookupsLkState]",
    "lk_file_type": "list[ListLookupsLkState]",
    "lk_shipping_type": "list[ListLookupsLkState]",
    "lk_question_type_id": "list[ListLookupsLkState]",
    "lk_student_course_status": "list[ListLookupsLkState]",
    "lk_quiz_attempt_status": "list[ListLookupsLkState]",
    "lk_payment_type": "list[ListLookupsLkState]",
    "lk_payment_status": "list[ListLookupsLkState]",
    "lk_order_status": "list[ListLookupsLkState]",
    "lk_invoice_status": "list[ListLookupsLkState]",
    "lk_authorization_key_status": "list[ListLookupsLkState]",
    "lk_issue_status": "list[ListLookupsLkState]",
    "lk_issue_category": "list[ListLookupsLkState]",
    "lk_chat_thread_message_type": "list[ListLookupsLkState]",
    "lk_audit_type": "list[ListLookupsLkState]",
    "lk_hook_type": "list[ListLookupsLkState]",
    "lk_user_tile_type": "list[ListLookupsLkState]",
    "states": "list[ListStatesState]",
    "counties": "list[ListLookupsCounty]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListOrganizationsOrganization = TypedDict("ListOrganizationsOrganization", {
    "code": "str",
    "name": "str",
    "manager_name": "str",
    "email": "str",
    "phone_number": "str",
    "lk_organization_status_id": "int",
    "hosting_ind": "bool",
    "updated_at": "str",
    "created_at": "str",
    "city": "str | None",
    "lk_state_id": "int | None",
    "organization_id": "float",
    "dashboard": "str",
})
ListOrganizationsOutput = TypedDict("ListOrganizationsOutput", {
    "organization": "list[ListOrganizationsOrganization]",
    "count": "int",
    "count_estimated": "bool",
    "afterId": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListPaymentsOrderItem = TypedDict("ListPaymentsOrderItem", {
    "order_item_id": "int",
    "lk_entity_type_id": "int",
    "lk_entity_type": "str",
})
ListPaymentsOutput = TypedDict("ListPaymentsOutput", {
    "data": "list[ListPaymentsRow]",
    "count": "int",
    "count_estimated": "bool",
    "after_id": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListPaymentsRow = TypedDict("ListPaymentsRow", {
    "name": "str",
    "lk_payment_status_id": "int",
    "transaction_id": "str",
    "created_at": "str",
    "organization_code": "str",
    "order_type": "str",
    "course_name": "str | None",
    "total": "float",
    "discount": "float",
    "shipping_price": "float",
    "tax": "float",
    "refund_amount": "float",
    "charged_back": "float",
    "amount_paid": "float",
    "lk_payment_type_id": "int",
    "email": "str",
    "payment_id": "float",
    "order_id": "float",
    "external_id": "str | None",
    "order_items": "list[ListPaymentsOrderItem]",
    "course_version_id": "float | None",
    "lk_user_role_id": "float | None",
    "refundable": "bool",
    "chargeable": "bool",
    "invoiced": "bool",
    "user_id": "float",
    "organization_id": "float",
})
ListProgramsOutput = TypedDict("ListProgramsOutput", {
    "programs": "list[ListProgramsProgram]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListProgramsProgram = TypedDict("ListProgramsProgram", {
    "program_id": "str",
    "state_code": "str",
    "name": "str",
    "authority": "str",
    "known": "int",
    "open": "int",
    "courses": "int",
    "next_change": "str | None",
})
ListPublicCoursesCourse = TypedDict("ListPublicCoursesCourse", {
    "course_website_id": "int",
    "website_id": "int",
    "course_id": "int",
    "course_version_id": "int",
    "name": "str",
    "course_name": "str",
    "excerpt": "str",
    "price": "float",
    "image": "str",
    "imageUrl": "str",
    "rating": "float | None",
    "lk_language_id": "int",
    "audio_ind": "bool",
    "required_seconds": "int",
    "hours": "float",
    "lk_course_state_ids": "list[int]",
    "states": "list[str]",
})
ListPublicCoursesOutput = TypedDict("ListPublicCoursesOutput", {
    "data": "ListPublicCoursesRecord",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListPublicCoursesRecord = TypedDict("ListPublicCoursesRecord", {
    "courses": "list[ListPublicCoursesCourse]",
    "count": "int",
    "orgName": "str",
    "after_id": "int | None",
    "lk_state_ids": "list[int]",
    "lk_language_ids": "list[int]",
    "close_ind": "bool",
    "suggestions": "list[ListPublicCoursesCourse]",
})
ListStatesOutput = TypedDict("ListStatesOutput", {
    "states": "list[ListStatesState]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListStatesState = TypedDict("ListStatesState", {
    "label": "str",
    "value": "int",
    "code": "str",
})
ListStudentsOutput = TypedDict("ListStudentsOutput", {
    "students": "list[ListStudentsStudent]",
    "count": "int",
    "count_estimated": "bool",
    "after_id": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListStudentsStudent = TypedDict("ListStudentsStudent", {
    "first_name": "str",
    "last_name": "str",
    "course_name": "str | None",
    "course_status": "int | None",
    "progress": "float | None",
    "last_activity": "str | None",
    "phone_number": "str | None",
    "loginid": "str",
    "code": "str",
    "cart_items": "float",
    "email": "str",
    "organization": "str",
    "dob": "str | None",
    "created_at": "str",
    "group_name": "str | None",
    "due_on": "str | None",
    "late": "bool | None",
    "report_state": "int | None",
    "report_agency": "int | None",
    "report_code": "str | None",
    "lk_user_status_id": "int",
    "audio": "bool | None",
    "purchased_via": "str | None",
    "paid_status": "bool | None",
    "passed": "bool | None",
    "num_certs": "float",
    "certificates_sent": "bool",
    "student_id": "float",
    "id": "float",
    "user_id": "float",
    "status": "int",
    "organization_id": "float",
})
ListSubOrganizationsOrganization = TypedDict("ListSubOrganizationsOrganization", {
    "organization_id": "int",
    "code": "str",
    "org_name": "str",
    "first_name": "str",
    "last_name": "str",
    "lk_organization_status_id": "int",
})
ListSubOrganizationsOutput = TypedDict("ListSubOrganizationsOutput", {
    "organizations": "list[ListSubOrganizationsOrganization]",
    "count": "int",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListTestEmailsEmail = TypedDict("ListTestEmailsEmail", {
    "test_email_id": "int",
    "name": "str",
    "to": "str",
    "subject": "str",
    "text": "str",
    "links": "list[str]",
    "sent_at": "str",
})
ListTestEmailsOutput = TypedDict("ListTestEmailsOutput", {
    "emails": "list[ListTestEmailsEmail]",
    "next_id": "int",
    "has_more": "bool",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListTicketsOutput = TypedDict("ListTicketsOutput", {
    "tickets": "list[TicketTicket]",
    "next_id": "int | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListWebhookDeliveriesDelivery = TypedDict("ListWebhookDeliveriesDelivery", {
    "webhook_delivery_id": "int",
    "event_id": "str",
    "type": "str",
    "subject": "str",
    "state": "Literal[\"waiting\", \"delivered\", \"failed\"]",
    "attempts": "int",
    "created_at": "str",
    "next_try_at": "str | None",
    "settled_at": "str | None",
    "http_status": "int | None",
    "fault": "str | None",
})
ListWebhookDeliveriesOutput = TypedDict("ListWebhookDeliveriesOutput", {
    "deliveries": "list[ListWebhookDeliveriesDelivery]",
    "has_more": "bool",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListWebhookEndpointsEndpoint = TypedDict("ListWebhookEndpointsEndpoint", {
    "webhook_endpoint_id": "int",
    "client_id": "int",
    "client_name": "str",
    "url": "str",
    "event_types": "list[str]",
    "state": "Literal[\"active\", \"paused\", \"failing\", \"gone\", \"key_ended\"]",
    "created_at": "str",
    "failing_since": "str | None",
    "former_secret_until": "str | None",
    "waiting": "int",
})
ListWebhookEndpointsOutput = TypedDict("ListWebhookEndpointsOutput", {
    "endpoints": "list[ListWebhookEndpointsEndpoint]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListWebsitesOfOrganizationOutput = TypedDict("ListWebsitesOfOrganizationOutput", {
    "websites": "list[ListWebsitesWebsite]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListWebsitesOutput = TypedDict("ListWebsitesOutput", {
    "websites": "list[ListWebsitesWebsite]",
    "count": "int",
    "afterId": "int | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ListWebsitesWebsite = TypedDict("ListWebsitesWebsite", {
    "website_id": "int",
    "organization_id": "int",
    "name": "str",
    "url": "str",
    "code": "str",
    "default_website_ind": "bool",
})
MoveTestClockInput = TypedDict("MoveTestClockInput", {
    "minutes": "int",
})
MoveTestClockOutput = TypedDict("MoveTestClockOutput", {
    "now": "str",
    "moved_minutes": "int",
    "ran": "list[str]",
    "pending": "list[str]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
OpenTicketInput = TypedDict("OpenTicketInput", {
    "user_id": "NotRequired[int | None]",
    "lk_issue_category_id": "NotRequired[int]",
    "message": "str",
})
OpenTicketOutput = TypedDict("OpenTicketOutput", {
    "issue_id": "int",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
OrderChargedBackEvent = TypedDict("OrderChargedBackEvent", {
    "id": "str",
    "type": "Literal[\"order.charged_back\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "OrderChargedBackEventContent",
})
OrderChargedBackEventContent = TypedDict("OrderChargedBackEventContent", {
    "order_id": "int",
    "external_id": "str | None",
    "user_id": "int",
    "payment_id": "int",
    "amount": "float",
    "state": "Literal[\"open\", \"won\", \"lost\"]",
})
OrderPaidEvent = TypedDict("OrderPaidEvent", {
    "id": "str",
    "type": "Literal[\"order.paid\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "OrderPaidEventContent",
})
OrderPaidEventContent = TypedDict("OrderPaidEventContent", {
    "order_id": "int",
    "external_id": "str | None",
    "user_id": "int",
    "total": "float",
})
OrderRefundedEvent = TypedDict("OrderRefundedEvent", {
    "id": "str",
    "type": "Literal[\"order.refunded\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "OrderRefundedEventContent",
})
OrderRefundedEventContent = TypedDict("OrderRefundedEventContent", {
    "order_id": "int",
    "external_id": "str | None",
    "user_id": "int",
    "amount": "float",
    "void": "bool",
})
OrganizationOutput = TypedDict("OrganizationOutput", {
    "data": "OrganizationRecord",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
OrganizationRecord = TypedDict("OrganizationRecord", {
    "organization_id": "int",
    "code": "str",
    "name": "str",
    "description": "str",
    "logo": "str",
    "tax_id": "str",
    "check_payable_to": "str",
    "manager_id": "int | None",
    "manager_name": "str",
    "first_name": "str",
    "last_name": "str",
    "email": "str",
    "phone_number": "str",
    "lk_organization_status_id": "int",
    "status": "str",
    "hosting_ind": "bool",
    "invoice_ind": "bool",
    "default_ind": "bool",
    "parentOrganizationId": "int | None",
    "use_mailing_as_billing_ind": "bool",
    "brand_color": "str | None",
    "sign_in_text": "str",
    "suspended_reason": "str | None",
    "time_zone": "str",
    "code_fixed": "bool",
    "created_at": "str",
    "updated_at": "str",
})
PassTestStudentsInput = TypedDict("PassTestStudentsInput", {
    "student_course_ids": "list[int]",
})
PassTestStudentsOutput = TypedDict("PassTestStudentsOutput", {
    "rows": "list[PassTestStudentsRow]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
PassTestStudentsRow = TypedDict("PassTestStudentsRow", {
    "student_course_id": "int",
    "result": "Literal[\"passed\", \"exists\", \"refused\"]",
    "code": "str | None",
    "message": "str | None",
})
PersonAddress = TypedDict("PersonAddress", {
    "address1": "str",
    "address2": "str",
    "city": "str",
    "lk_state_id": "int | None",
    "lk_state_name": "str",
    "zip": "str",
    "lk_address_type_id": "int",
})
PersonCan = TypedDict("PersonCan", {
    "update": "PersonCharge",
    "changeIdentity": "PersonCharge",
    "changeSignIn": "PersonCharge",
    "changeStatus": "PersonCharge",
    "changeNotes": "PersonCharge",
    "changeRecruiter": "PersonCharge",
    "readDocuments": "PersonCharge",
    "changeDocuments": "PersonCharge",
    "readNotes": "PersonCharge",
    "readPayments": "PersonCharge",
    "readEvents": "PersonCharge",
    "readPermissions": "PersonCharge",
    "changePermissions": "PersonCharge",
    "sendEmail": "PersonCharge",
    "charge": "PersonCharge",
})
PersonCharge = TypedDict("PersonCharge", {
    "allowed": "bool",
    "reason": "str | None",
})
PersonInstructorOrganization = TypedDict("PersonInstructorOrganization", {
    "organization_id": "int",
    "code": "str",
    "name": "str",
    "organization_instructor_id": "int",
    "instructor_organization_id": "int",
})
PersonLanguage = TypedDict("PersonLanguage", {
    "id": "int",
    "name": "str",
})
PersonLkPhoneTypeData = TypedDict("PersonLkPhoneTypeData", {
    "lk_phone_number_type_id": "int",
    "phone_number_type": "str",
})
PersonOutput = TypedDict("PersonOutput", {
    "data": "PersonRecord",
    "can": "PersonCan",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
PersonPayment = TypedDict("PersonPayment", {
    "payment_profile_id": "int",
    "lk_payment_type_id": "int",
    "brand": "str",
    "last_4": "str",
})
PersonPermissionsValue = TypedDict("PersonPermissionsValue", {
    "name": "str",
    "create": "PersonRead",
    "read": "PersonRead",
    "update": "PersonRead",
    "delete": "PersonRead",
})
PersonPhoneContactDetail = TypedDict("PersonPhoneContactDetail", {
    "phone_id": "int",
    "phone_number": "str",
    "lk_phone_number_type_id": "int",
    "lk_entity_type_id": "int",
})
PersonRead = TypedDict("PersonRead", {
    "value": "bool",
})
PersonRecord = TypedDict("PersonRecord", {
    "user": "PersonUser",
    "address": "PersonAddress",
    "payment": "list[PersonPayment]",
    "phoneContactDetails": "list[PersonPhoneContactDetail]",
    "languages": "list[PersonLanguage]",
    "lkPhoneTypeData": "list[PersonLkPhoneTypeData]",
    "permissions": "dict[str, Any]",
    "instructorOrganizations": "list[PersonInstructorOrganization]",
    "lostOrganizations": "int",
    "recruitedOrganizations": "list[PersonRecruitedOrganization]",
    "recruiter": "list[PersonRecruiter]",
    "isRecruiter": "int",
    "risk": "PersonRisk",
})
PersonRecruitedOrganization = TypedDict("PersonRecruitedOrganization", {
    "organization_id": "int",
    "code": "str",
    "name": "str",
})
PersonRecruiter = TypedDict("PersonRecruiter", {
    "organization_id": "int",
    "code": "str",
    "name": "str",
    "recruiter_id": "int",
    "recruiter_code": "str",
    "recruiter_fee": "float",
})
PersonRisk = TypedDict("PersonRisk", {
    "assessmentScore": "float",
    "annotated_at": "str | None",
})
PersonUser = TypedDict("PersonUser", {
    "user_id": "int",
    "student_id": "int",
    "organization_id": "int",
    "organization_code": "str",
    "organization_name": "str",
    "role": "Literal[\"Admin\", \"Instructor\", \"Student\", \"Support\", \"Auditor\"]",
    "lk_user_role_id": "int",
    "lk_user_status_id": "int",
    "loginid": "str",
    "email": "str",
    "asked_email": "str | None",
    "emailSameAsLoginID": "bool",
    "first_name": "str",
    "middle_name": "str",
    "last_name": "str",
    "lk_suffix_id": "int | None",
    "dob": "str | None",
    "gender": "str | None",
    "lk_language_id": "int",
    "timezone": "str",
    "date_format": "str",
    "avatar": "str | None",
    "profile_pic": "str | None",
    "isRecruiter": "int",
    "notes": "str",
    "tfa_enabled": "bool",
    "created_at": "str",
    "updated_at": "str",
})
PublicCourseAudio = TypedDict("PublicCourseAudio", {
    "enabled": "bool",
    "price": "float",
    "language": "str",
})
PublicCourseBundledCourse = TypedDict("PublicCourseBundledCourse", {
    "course_website_id": "int",
    "name": "str",
})
PublicCourseChapter = TypedDict("PublicCourseChapter", {
    "name": "str",
    "type": "Literal[\"chapter\"]",
    "seconds": "int",
    "final_ind": "bool",
    "sections": "list[PublicCourseSection]",
})
PublicCourseCourse = TypedDict("PublicCourseCourse", {
    "course_website_id": "int",
    "website_id": "int",
    "course_id": "int",
    "course_version_id": "int",
    "name": "str",
    "excerpt": "str",
    "description": "str",
    "image_alt": "str",
    "price": "float",
    "lk_language_id": "int",
    "program_id": "str | None",
    "rating": "float | None",
    "audio_ind": "bool",
    "audio": "PublicCourseAudio",
    "narration": "PublicCourseNarration",
    "hours": "float",
    "required_seconds": "int",
    "has_final_ind": "bool",
    "lk_course_state_ids": "list[int]",
    "states": "list[str]",
    "shippingMethods": "list[PublicCourseShippingMethod]",
    "chapters": "list[PublicCourseChapter]",
    "sample": "str | None",
    "faq": "list[PublicCourseFaq]",
    "bundled_courses": "list[PublicCourseBundledCourse]",
    "related": "list[PublicCourseRelated]",
})
PublicCourseFaq = TypedDict("PublicCourseFaq", {
    "faq_id": "int",
    "title": "str",
    "body": "str",
    "post_completion_ind": "int",
    "lk_student_course_status_id": "str | None",
    "index": "int",
    "faq_ind": "int",
})
PublicCourseNarration = TypedDict("PublicCourseNarration", {
    "narrated": "int",
    "lessons": "int",
})
PublicCourseOutput = TypedDict("PublicCourseOutput", {
    "course": "PublicCourseCourse",
    "imageUrl": "str",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
PublicCourseRelated = TypedDict("PublicCourseRelated", {
    "course_website_id": "int",
    "course_id": "int",
    "name": "str",
    "excerpt": "str",
    "imageUrl": "str",
    "price": "float",
})
PublicCourseSection = TypedDict("PublicCourseSection", {
    "name": "str",
    "type": "Literal[\"section\"]",
    "components": "list[str]",
})
PublicCourseShippingMethod = TypedDict("PublicCourseShippingMethod", {
    "course_shipping_method_id": "int",
    "lk_shipping_type_id": "int",
    "price": "float",
})
ReplyToTicketInput = TypedDict("ReplyToTicketInput", {
    "message": "str",
})
ReplyToTicketOutput = TypedDict("ReplyToTicketOutput", {
    "sequence": "int",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ResendWebhookDeliveryInput = TypedDict("ResendWebhookDeliveryInput", {
    "webhook_delivery_id": "int",
})
SendTestEventInput = TypedDict("SendTestEventInput", {
    "webhook_endpoint_id": "int",
})
SendTestEventOutput = TypedDict("SendTestEventOutput", {
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
ServerTimeOutput = TypedDict("ServerTimeOutput", {
    "datetime": "str",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
StudentCertificate = TypedDict("StudentCertificate", {
    "student_certificate_id": "int",
    "certificate_number": "str | None",
    "issued_at": "str",
    "time_zone": "str",
    "version": "int",
    "valid_until": "str | None",
    "notice_due_on": "str | None",
})
StudentCourse = TypedDict("StudentCourse", {
    "student_course_id": "int",
    "course_id": "int",
    "course_name": "str",
    "lk_student_course_status_id": "int",
    "status": "str",
    "course_website": "str",
    "lk_shipping_type_id": "int | None",
    "amount_paid": "float | None",
    "invoice_id": "int | None",
    "invoice_number": "str | None",
    "certificate_number": "str | None",
    "awaits_number": "Literal[\"stock\", \"answer\", None]",
    "created_at": "str",
    "registered_at": "str | None",
    "agreed_ind": "bool",
    "finished_at": "str | None",
    "expires_at": "str | None",
    "certificates": "list[StudentCertificate]",
})
StudentCreatedEvent = TypedDict("StudentCreatedEvent", {
    "id": "str",
    "type": "Literal[\"student.created\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "StudentCreatedEventContent",
})
StudentCreatedEventContent = TypedDict("StudentCreatedEventContent", {
    "user_id": "int",
})
StudentOutput = TypedDict("StudentOutput", {
    "data": "StudentRecord",
    "after_id": "int | None",
    "count": "int",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
StudentRecord = TypedDict("StudentRecord", {
    "courses": "list[StudentCourse]",
    "student": "PersonUser",
})
TestClockOutput = TypedDict("TestClockOutput", {
    "now": "str",
    "moved_minutes": "int",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
TicketCreatedEvent = TypedDict("TicketCreatedEvent", {
    "id": "str",
    "type": "Literal[\"ticket.created\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "TicketCreatedEventContent",
})
TicketCreatedEventContent = TypedDict("TicketCreatedEventContent", {
    "issue_id": "int",
    "chat_thread_id": "int",
    "user_id": "int | None",
    "lk_issue_status_id": "int",
})
TicketMessage = TypedDict("TicketMessage", {
    "sequence": "int",
    "side": "Literal[\"reporter\", \"staff\", \"system\"]",
    "name": "str",
    "message": "str",
    "image": "str | None",
    "created_at": "str",
})
TicketMessageAddedEvent = TypedDict("TicketMessageAddedEvent", {
    "id": "str",
    "type": "Literal[\"ticket.message_added\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "TicketMessageAddedEventContent",
})
TicketMessageAddedEventContent = TypedDict("TicketMessageAddedEventContent", {
    "issue_id": "int",
    "chat_thread_id": "int",
    "user_id": "int | None",
    "lk_issue_status_id": "int",
})
TicketOutput = TypedDict("TicketOutput", {
    "ticket": "TicketTicket",
    "messages": "list[TicketMessage]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
TicketStatusChangedEvent = TypedDict("TicketStatusChangedEvent", {
    "id": "str",
    "type": "Literal[\"ticket.status_changed\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "TicketStatusChangedEventContent",
})
TicketStatusChangedEventContent = TypedDict("TicketStatusChangedEventContent", {
    "issue_id": "int",
    "chat_thread_id": "int",
    "user_id": "int | None",
    "lk_issue_status_id": "int",
})
TicketTicket = TypedDict("TicketTicket", {
    "issue_id": "int",
    "organization_id": "int",
    "user_id": "int | None",
    "subject": "str",
    "lk_issue_category_id": "int",
    "lk_issue_status_id": "int",
    "course_id": "int | None",
    "messages": "int",
    "created_at": "str",
    "last_message_at": "str",
})
UpdateStudentInput = TypedDict("UpdateStudentInput", {
    "profile": "CreateStudentProfileInput",
    "address": "NotRequired[CreateStudentAddressInput]",
    "contacts": "NotRequired[list[CreateStudentContactInput] | None]",
    "deletePhoneNumber": "NotRequired[list[int] | None]",
    "instructorOrganizations": "NotRequired[list[CreateStudentInstructorOrganizationInput] | None]",
    "forgetLostOrganizations": "NotRequired[bool | None]",
    "recruiter": "NotRequired[list[CreateStudentRecruiterInput] | None]",
    "deleteRecruiter": "NotRequired[list[int] | None]",
    "updated_at": "NotRequired[str | None]",
    "reason": "NotRequired[str | None]",
    "student_id": "NotRequired[int | None]",
    "user_id": "NotRequired[int | None]",
})
UpdateStudentOutput = TypedDict("UpdateStudentOutput", {
    "data": "UpdateStudentRecord",
    "warning": "str | None",
    "paymentProfile": "str | None",
    "deletedPaymentProfileId": "str | None",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
UpdateStudentRecord = TypedDict("UpdateStudentRecord", {
    "user_id": "int",
    "updated_at": "str",
    "paymentProfile": "str | None",
    "deletedPaymentProfileId": "str | None",
})
UpdateWebhookEndpointInput = TypedDict("UpdateWebhookEndpointInput", {
    "webhook_endpoint_id": "int",
    "url": "str",
    "event_types": "NotRequired[list[Literal[\"student.created\", \"enrollment.created\", \"enrollment.status_changed\", \"enrollment.extended\", \"enrollment.due_soon\", \"enrollment.overdue\", \"enrollment.expires_soon\", \"enrollment.expired\", \"enrollment.refunded\", \"course.started\", \"course.progressed\", \"course.locked\", \"course.passed\", \"check.failed\", \"certificate.issued\", \"certificate.replaced\", \"certificate.revoked\", \"certificate.restored\", \"completion.sent\", \"completion.accepted\", \"completion.rejected\", \"order.paid\", \"order.refunded\", \"order.charged_back\", \"invoice.created\", \"invoice.payment_recorded\", \"invoice.overdue\", \"invoice.voided\", \"ticket.created\", \"ticket.message_added\", \"ticket.status_changed\"]]]",
})
WebhookDeliveryDelivery = TypedDict("WebhookDeliveryDelivery", {
    "webhook_delivery_id": "int",
    "event_id": "str",
    "type": "str",
    "subject": "str",
    "state": "Literal[\"waiting\", \"delivered\", \"failed\"]",
    "attempts": "int",
    "created_at": "str",
    "next_try_at": "str | None",
    "settled_at": "str | None",
    "http_status": "int | None",
    "fault": "str | None",
    "webhook_endpoint_id": "int",
    "url": "str",
})
WebhookDeliveryOutput = TypedDict("WebhookDeliveryOutput", {
    "delivery": "WebhookDeliveryDelivery",
    "body": "str",
    "tries": "list[WebhookDeliveryTry]",
    "message": "NotRequired[str]",
    "redirect": "NotRequired[str]",
    "external": "NotRequired[bool]",
    "error": "bool",
})
WebhookDeliveryTry = TypedDict("WebhookDeliveryTry", {
    "attempted_at": "str",
    "milliseconds": "int",
    "http_status": "int | None",
    "fault": "str | None",
    "answer": "str | None",
})
WebhookTestEvent = TypedDict("WebhookTestEvent", {
    "id": "str",
    "type": "Literal[\"webhook.test\"]",
    "version": "int",
    "timestamp": "str",
    "livemode": "bool",
    "organization_id": "int",
    "subject": "str",
    "data": "WebhookTestEventContent",
})
WebhookTestEventContent = TypedDict("WebhookTestEventContent", {
    "webhook_endpoint_id": "int",
})

# An event of any type; more types may appear at any time.
WaypostEvent = CertificateIssuedEvent | CertificateReplacedEvent | CertificateRestoredEvent | CertificateRevokedEvent | CheckFailedEvent | CompletionAcceptedEvent | CompletionRejectedEvent | CompletionSentEvent | CourseLockedEvent | CoursePassedEvent | CourseProgressedEvent | CourseStartedEvent | EnrollmentCreatedEvent | EnrollmentDueSoonEvent | EnrollmentExpiredEvent | EnrollmentExpiresSoonEvent | EnrollmentExtendedEvent | EnrollmentOverdueEvent | EnrollmentRefundedEvent | EnrollmentStatusChangedEvent | InvoiceCreatedEvent | InvoiceOverdueEvent | InvoicePaymentRecordedEvent | InvoiceVoidedEvent | OrderChargedBackEvent | OrderPaidEvent | OrderRefundedEvent | StudentCreatedEvent | TicketCreatedEvent | TicketMessageAddedEvent | TicketStatusChangedEvent | WebhookTestEvent
ListEventsEvent = WaypostEvent

class Calls:
    """Every call of the partner document."""

    def _call(self, method: str, path: str, query: dict[str, Any], body: dict[str, Any] | None, key: str | None) -> Any:
        raise NotImplementedError

    def list_lookups(self) -> ListLookupsOutput:
        "All numbered choices of the API (`lk_…_id`), with their labels in the language of `Accept-Language`. They change only with a release, so fetch them once a day at most."
        return self._call("GET", "/lookup/fetchAll", {}, None, None)

    def list_states(self) -> ListStatesOutput:
        "The `lk_state_id` of each state, with its postal code and name."
        return self._call("GET", "/lookup/states", {}, None, None)

    def find_counties(self, *, filter: str | None = None) -> FindCountiesOutput:
        "Use it to fill in the county of a court or an address. An empty string returns nothing."
        return self._call("GET", "/lookup/county/autocomplete", {"filter": filter}, None, None)

    def get_current_organization(self) -> CurrentOrganizationOutput:
        "The organization whose address you call: its name, brand and settings of its site. Needs no key."
        return self._call("GET", "/organization/parseCurrent", {}, None, None)

    def get_server_time(self) -> ServerTimeOutput:
        "Compare it with your own clock before you sign assertions. Needs no key."
        return self._call("GET", "/util/datetime", {}, None, None)

    def get_person(self, *, id: int, about: bool | None = None) -> PersonOutput:
        "One account with its profile, address and phone numbers. `can` says what your client may do with it."
        return self._call("GET", f"/user/{_part(id)}", {"about": about}, None, None)

    def create_student(self, *, profile: CreateStudentProfileInput, organization_id: int | None | Unset = UNSET, address: CreateStudentAddressInput | Unset = UNSET, contacts: list[CreateStudentContactInput] | None | Unset = UNSET, instructorOrganizations: list[CreateStudentInstructorOrganizationInput] | None | Unset = UNSET, recruiter: list[CreateStudentRecruiterInput] | None | Unset = UNSET, idempotency_key: str | None = None) -> CreateStudentOutput:
        "Creates the account of a student in your organization, or in the one that you name. Names and email address are required; the other fields of the profile can follow at registration. The login ID is the email address unless you send another one."
        return self._call("POST", "/user/student/", {}, {"profile": profile, "organization_id": organization_id, "address": address, "contacts": contacts, "instructorOrganizations": instructorOrganizations, "recruiter": recruiter}, idempotency_key)

    def update_student(self, *, profile: CreateStudentProfileInput, address: CreateStudentAddressInput | Unset = UNSET, contacts: list[CreateStudentContactInput] | None | Unset = UNSET, deletePhoneNumber: list[int] | None | Unset = UNSET, instructorOrganizations: list[CreateStudentInstructorOrganizationInput] | None | Unset = UNSET, forgetLostOrganizations: bool | None | Unset = UNSET, recruiter: list[CreateStudentRecruiterInput] | None | Unset = UNSET, deleteRecruiter: list[int] | None | Unset = UNSET, updated_at: str | None | Unset = UNSET, reason: str | None | Unset = UNSET, student_id: int | None | Unset = UNSET, user_id: int | None | Unset = UNSET, idempotency_key: str | None = None) -> UpdateStudentOutput:
        "Saves the profile of a student. Fields that you leave out do not change. Name the student by `student_id`. With `updated_at` from `getStudent`, the call is refused with 409 if someone else saved in the meantime. A corrected date of birth is checked against the age limits of running courses."
        return self._call("PUT", "/student/manage/", {}, {"profile": profile, "address": address, "contacts": contacts, "deletePhoneNumber": deletePhoneNumber, "instructorOrganizations": instructorOrganizations, "forgetLostOrganizations": forgetLostOrganizations, "recruiter": recruiter, "deleteRecruiter": deleteRecruiter, "updated_at": updated_at, "reason": reason, "student_id": student_id, "user_id": user_id}, idempotency_key)

    def list_events(self, *, after: str | None = None, type: list[Literal["student.created", "enrollment.created", "enrollment.status_changed", "enrollment.extended", "enrollment.due_soon", "enrollment.overdue", "enrollment.expires_soon", "enrollment.expired", "enrollment.refunded", "course.started", "course.progressed", "course.locked", "course.passed", "check.failed", "certificate.issued", "certificate.replaced", "certificate.revoked", "certificate.restored", "completion.sent", "completion.accepted", "completion.rejected", "order.paid", "order.refunded", "order.charged_back", "invoice.created", "invoice.payment_recorded", "invoice.overdue", "invoice.voided", "ticket.created", "ticket.message_added", "ticket.status_changed"]] | None = None, limit: int | None = None) -> ListEventsOutput:
        "What happened in your organizations in the last 30 days, oldest first. Store `next` and send it as `after` in the next call. Only events that your permissions let you read are listed."
        return self._call("GET", "/events", {"after": after, "type": type, "limit": limit}, None, None)

    def list_webhook_endpoints(self) -> ListWebhookEndpointsOutput:
        "The addresses that your events are delivered to, with their state and number of waiting events."
        return self._call("GET", "/webhooks", {}, None, None)

    def create_webhook_endpoint(self, *, url: str, client_id: int | None | Unset = UNSET, event_types: list[Literal["student.created", "enrollment.created", "enrollment.status_changed", "enrollment.extended", "enrollment.due_soon", "enrollment.overdue", "enrollment.expires_soon", "enrollment.expired", "enrollment.refunded", "course.started", "course.progressed", "course.locked", "course.passed", "check.failed", "certificate.issued", "certificate.replaced", "certificate.revoked", "certificate.restored", "completion.sent", "completion.accepted", "completion.rejected", "order.paid", "order.refunded", "order.charged_back", "invoice.created", "invoice.payment_recorded", "invoice.overdue", "invoice.voided", "ticket.created", "ticket.message_added", "ticket.status_changed"]] | Unset = UNSET, idempotency_key: str | None = None) -> CreateWebhookEndpointOutput:
        "Events are delivered to this address as they happen, signed according to Standard Webhooks. The response contains the secret, which is shown only once."
        return self._call("POST", "/webhook/create", {}, {"url": url, "client_id": client_id, "event_types": event_types}, idempotency_key)

    def update_webhook_endpoint(self, *, webhook_endpoint_id: int, url: str, event_types: list[Literal["student.created", "enrollment.created", "enrollment.status_changed", "enrollment.extended", "enrollment.due_soon", "enrollment.overdue", "enrollment.expires_soon", "enrollment.expired", "enrollment.refunded", "course.started", "course.progressed", "course.locked", "course.passed", "check.failed", "certificate.issued", "certificate.replaced", "certificate.revoked", "certificate.restored", "completion.sent", "completion.accepted", "completion.rejected", "order.paid", "order.refunded", "order.charged_back", "invoice.created", "invoice.payment_recorded", "invoice.overdue", "invoice.voided", "ticket.created", "ticket.message_added", "ticket.status_changed"]] | Unset = UNSET, idempotency_key: str | None = None) -> SendTestEventOutput:
        "Changes the address and event types. Waiting events go to the new address."
        return self._call("PUT", "/webhook/save", {}, {"webhook_endpoint_id": webhook_endpoint_id, "url": url, "event_types": event_types}, idempotency_key)

    def create_webhook_secret(self, *, webhook_endpoint_id: int, idempotency_key: str | None = None) -> CreateWebhookSecretOutput:
        "Creates a new secret, returned once. For 24 hours deliveries are signed with both secrets, so your receiver can switch."
        return self._call("POST", "/webhook/rotateSecret", {}, {"webhook_endpoint_id": webhook_endpoint_id}, idempotency_key)

    def send_test_event(self, *, webhook_endpoint_id: int, idempotency_key: str | None = None) -> SendTestEventOutput:
        "Delivers an event of the type `webhook.test` to this endpoint alone."
        return self._call("POST", "/webhook/test", {}, {"webhook_endpoint_id": webhook_endpoint_id}, idempotency_key)

    def deactivate_webhook_endpoint(self, *, webhook_endpoint_id: int, idempotency_key: str | None = None) -> SendTestEventOutput:
        "Pauses deliveries. Events are kept for up to 30 days."
        return self._call("POST", "/webhook/pause", {}, {"webhook_endpoint_id": webhook_endpoint_id}, idempotency_key)

    def activate_webhook_endpoint(self, *, webhook_endpoint_id: int, idempotency_key: str | None = None) -> SendTestEventOutput:
        "Resumes deliveries, starting with waiting events, in order."
        return self._call("POST", "/webhook/resume", {}, {"webhook_endpoint_id": webhook_endpoint_id}, idempotency_key)

    def remove_webhook_endpoint(self, *, webhook_endpoint_id: int, idempotency_key: str | None = None) -> SendTestEventOutput:
        "Removes the endpoint. Waiting events are not delivered."
        return self._call("POST", "/webhook/end", {}, {"webhook_endpoint_id": webhook_endpoint_id}, idempotency_key)

    def list_webhook_deliveries(self, *, webhook_endpoint_id: int, state: Literal["waiting", "delivered", "failed"] | None = None, before: int | None = None) -> ListWebhookDeliveriesOutput:
        "The deliveries to an endpoint, newest first, each with its last answer."
        return self._call("GET", f"/webhook/deliveries/{_part(webhook_endpoint_id)}", {"state": state, "before": before}, None, None)

    def get_webhook_delivery(self, *, webhook_delivery_id: int) -> WebhookDeliveryOutput:
        "One delivery with the body that was sent and its last 20 attempts, newest first."
        return self._call("GET", f"/webhook/delivery/{_part(webhook_delivery_id)}", {}, None, None)

    def resend_webhook_delivery(self, *, webhook_delivery_id: int, idempotency_key: str | None = None) -> SendTestEventOutput:
        "Delivers it again under the same `webhook-id`, so a receiver that already handled that id can skip it."
        return self._call("POST", "/webhook/sendAgain", {}, {"webhook_delivery_id": webhook_delivery_id}, idempotency_key)

    def get_test_clock(self) -> TestClockOutput:
        "The time in the sandbox. Needs a test key."
        return self._call("GET", "/test/clock", {}, None, None)

    def move_test_clock(self, *, minutes: int, idempotency_key: str | None = None) -> MoveTestClockOutput:
        "Moves the clock of the sandbox forward and runs what became due: reminders, expiry, certificates and reports. Emails and webhooks that follow from it are handled within seconds. Needs a test key."
        return self._call("POST", "/test/clock", {}, {"minutes": minutes}, idempotency_key)

    def list_test_emails(self, *, after_id: int | None = None, to: str | None = None, limit: int | None = None) -> ListTestEmailsOutput:
        "The emails that the sandbox would have sent, oldest first, for 30 days. Keep `next_id` and ask again with it. Needs a test key."
        return self._call("GET", "/test/emails", {"after_id": after_id, "to": to, "limit": limit}, None, None)

    def list_test_emails_all(self, *, to: str | None = None, limit: int | None = None) -> Iterator[ListTestEmailsEmail]:
        "Every row of list_test_emails, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_test_emails(to=to, limit=limit, after_id=after_id)
            yield from page["emails"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def list_public_courses(self, *, course_name: str | None = None, lk_state_id: list[str | int] | None = None, lk_language_id: list[int] | None = None, sort_by: Literal["course_name", "-course_name", "price", "-price"] | None = None, page: int | None = None, course_website_id: int | None = None, website_id: int | None = None, user_id: int | None = None) -> ListPublicCoursesOutput:
        "The course catalog as visitors see it, with prices. Needs no key; with a test key, it lists the offers of the sandbox. Pages of your organization’s verified sites may call it in the browser, without credentials; all others call it from a server. `course_website_id` of a course is what you enroll with."
        return self._call("GET", "/course/fetchPublicCourses", {"course_name": course_name, "lk_state_id": lk_state_id, "lk_language_id": lk_language_id, "sort_by": sort_by, "page": page, "course_website_id": course_website_id, "website_id": website_id, "user_id": user_id}, None, None)

    def get_public_course(self, *, id: int) -> PublicCourseOutput:
        "Everything that the page of a course shows: price, outline, FAQs and requirements. Needs no key."
        return self._call("GET", "/course/fetch/details", {"id": id}, None, None)

    def list_websites(self, *, organization_id: int, course_id: int | None = None, name: str | None = None, url: str | None = None, sort_by: Literal["name", "-name", "url", "-url", "default_website_ind", "-default_website_ind"] | None = None, limit: int | None = None, after_id: int | None = None) -> ListWebsitesOutput:
        "Your organization sells its courses on one or more websites, each with its own prices."
        return self._call("GET", "/website/fetchWebsites", {"organization_id": organization_id, "course_id": course_id, "name": name, "url": url, "sort_by": sort_by, "limit": limit, "after_id": after_id}, None, None)

    def list_websites_all(self, *, organization_id: int, course_id: int | None = None, name: str | None = None, url: str | None = None, sort_by: Literal["name", "-name", "url", "-url", "default_website_ind", "-default_website_ind"] | None = None, limit: int | None = None) -> Iterator[ListWebsitesWebsite]:
        "Every row of list_websites, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_websites(organization_id=organization_id, course_id=course_id, name=name, url=url, sort_by=sort_by, limit=limit, after_id=after_id)
            yield from page["websites"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def list_websites_of_organization(self, *, organization_id: int) -> ListWebsitesOfOrganizationOutput:
        "The same websites without paging, at most 1,000."
        return self._call("GET", "/website/fetchOrganizationWebsites", {"organization_id": organization_id}, None, None)

    def list_courses_of_website(self, *, website_id: int, organization_id: int | None = None) -> ListCoursesOfWebsiteOutput:
        "The courses that a website sells. `course_website_id` identifies the offer (course, website and price) that you enroll with."
        return self._call("GET", "/course/assignedCoursesByWebsiteId", {"website_id": website_id, "organization_id": organization_id}, None, None)

    def list_courses(self, *, limit: int | None = None, offset: int | None = None, after_id: str | None = None, sort_by: str | None = None, search: str | None = None, name: list[str] | None = None, organization_name: list[str] | None = None, lk_course_status_id: list[str] | None = None, published_at: list[str] | None = None, updated_at: list[str] | None = None, draft_ind: list[str] | None = None, bundled_ind: list[str] | None = None, version_number: list[str] | None = None, course_id: list[str] | None = None, organization_id: list[str] | None = None, instructor_id: list[str] | None = None) -> ListCoursesOutput:
        "All courses of your organizations, also those that no website sells."
        return self._call("GET", "/course/fetch", {"limit": limit, "offset": offset, "after_id": after_id, "sort_by": sort_by, "search": search, "name": name, "organization_name": organization_name, "lk_course_status_id": lk_course_status_id, "published_at": published_at, "updated_at": updated_at, "draft_ind": draft_ind, "bundled_ind": bundled_ind, "version_number": version_number, "course_id": course_id, "organization_id": organization_id, "instructor_id": instructor_id}, None, None)

    def list_courses_all(self, *, limit: int | None = None, offset: int | None = None, sort_by: str | None = None, search: str | None = None, name: list[str] | None = None, organization_name: list[str] | None = None, lk_course_status_id: list[str] | None = None, published_at: list[str] | None = None, updated_at: list[str] | None = None, draft_ind: list[str] | None = None, bundled_ind: list[str] | None = None, version_number: list[str] | None = None, course_id: list[str] | None = None, organization_id: list[str] | None = None, instructor_id: list[str] | None = None) -> Iterator[ListCoursesCourse]:
        "Every row of list_courses, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_courses(limit=limit, offset=offset, sort_by=sort_by, search=search, name=name, organization_name=organization_name, lk_course_status_id=lk_course_status_id, published_at=published_at, updated_at=updated_at, draft_ind=draft_ind, bundled_ind=bundled_ind, version_number=version_number, course_id=course_id, organization_id=organization_id, instructor_id=instructor_id, after_id=after_id)
            yield from page["courses"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def list_programs(self) -> ListProgramsOutput:
        "A program is the set of rules of a state or agency that a course follows: hours, checks, reports and deadlines."
        return self._call("GET", "/programs", {}, None, None)

    def pass_test_students(self, *, student_course_ids: list[int], idempotency_key: str | None = None) -> PassTestStudentsOutput:
        "Starts and passes courses of the sandbox, as if their students had taken them. Each row has its own result; a course that is complete already stays as it is. Certificates follow within seconds, for courses that have one. Needs a test key."
        return self._call("POST", "/test/students/pass", {}, {"student_course_ids": student_course_ids}, idempotency_key)

    def get_enrollment(self, *, studentCourseId: int) -> EnrollmentOutput:
        "One enrollment: its status, the progress in percent and seconds, deadlines, and the lesson where the student is."
        return self._call("GET", f"/course/student/{_part(studentCourseId)}", {}, None, None)

    def download_certificate(self, *, student_certificate_id: int, format: Literal["jpg", "pdf"] | None = None) -> bytes:
        "The certificate as the student gets it. A replaced version can still be downloaded."
        return self._call("GET", f"/certificate/download/{_part(student_certificate_id)}", {"format": format}, None, None)

    def check_certificate(self, *, code: str) -> CheckCertificateOutput:
        "Checks whether a certificate is genuine and still valid. The answer has the initials of the student and no other personal data. Needs no key, and has the strictest limit of all calls, so that codes cannot be guessed."
        return self._call("GET", f"/certificate/check/{_part(code)}", {}, None, None)

    def get_issued_certificate(self, *, student_certificate_id: int) -> IssuedCertificateOutput:
        "The data of one certificate with its delivery and all of its versions, newest first."
        return self._call("GET", f"/certificate/details/{_part(student_certificate_id)}", {}, None, None)

    def list_completion_reports(self, *, limit: int | None = None, offset: int | None = None, after_id: str | None = None, sort_by: str | None = None, search: str | None = None, first_name: list[str] | None = None, last_name: list[str] | None = None, course_name: list[str] | None = None, organization_name: list[str] | None = None, report_agency: list[str] | None = None, state_code: list[str] | None = None, report_state: list[str] | None = None, due_at: list[str] | None = None, late_ind: list[str] | None = None, accepted_at: list[str] | None = None, code: list[str] | None = None, receipt: list[str] | None = None, attempt: list[str] | None = None, completion_report_id: list[str] | None = None, student_course_id: list[str] | None = None, organization_id: list[str] | None = None, show: Literal["unfinished", "all"] | None = None) -> ListCompletionReportsOutput:
        "The reports of completions to agencies, with their deadline, the answer of the agency and the receipt. By default those that still need something."
        return self._call("GET", "/report/completions/fetch", {"limit": limit, "offset": offset, "after_id": after_id, "sort_by": sort_by, "search": search, "first_name": first_name, "last_name": last_name, "course_name": course_name, "organization_name": organization_name, "report_agency": report_agency, "state_code": state_code, "report_state": report_state, "due_at": due_at, "late_ind": late_ind, "accepted_at": accepted_at, "code": code, "receipt": receipt, "attempt": attempt, "completion_report_id": completion_report_id, "student_course_id": student_course_id, "organization_id": organization_id, "show": show}, None, None)

    def list_completion_reports_all(self, *, limit: int | None = None, offset: int | None = None, sort_by: str | None = None, search: str | None = None, first_name: list[str] | None = None, last_name: list[str] | None = None, course_name: list[str] | None = None, organization_name: list[str] | None = None, report_agency: list[str] | None = None, state_code: list[str] | None = None, report_state: list[str] | None = None, due_at: list[str] | None = None, late_ind: list[str] | None = None, accepted_at: list[str] | None = None, code: list[str] | None = None, receipt: list[str] | None = None, attempt: list[str] | None = None, completion_report_id: list[str] | None = None, student_course_id: list[str] | None = None, organization_id: list[str] | None = None, show: Literal["unfinished", "all"] | None = None) -> Iterator[ListCompletionReportsReport]:
        "Every row of list_completion_reports, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_completion_reports(limit=limit, offset=offset, sort_by=sort_by, search=search, first_name=first_name, last_name=last_name, course_name=course_name, organization_name=organization_name, report_agency=report_agency, state_code=state_code, report_state=report_state, due_at=due_at, late_ind=late_ind, accepted_at=accepted_at, code=code, receipt=receipt, attempt=attempt, completion_report_id=completion_report_id, student_course_id=student_course_id, organization_id=organization_id, show=show, after_id=after_id)
            yield from page["reports"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def get_completion_report(self, *, student_course_id: int) -> CompletionReportOutput:
        "How far the report of one completion is. `data` is null if the course reports to no agency."
        return self._call("GET", f"/report/completion/{_part(student_course_id)}", {}, None, None)

    def download_footprint(self, *, student_course_id: int, student_id: int | None = None, user_id: int | None = None, format: Literal["pdf", "xlsx", "json"] | None = None) -> bytes | DownloadFootprintOutput:
        "Everything on record of one enrollment, for an auditor: identity, agreement, seat time, quizzes with their answers, status changes, certificates and reports. `format=json` is for programs. The download is written to the audit log."
        return self._call("GET", "/report/downloadStudentFootprintTX", {"student_course_id": student_course_id, "student_id": student_id, "user_id": user_id, "format": format}, None, None)

    def download_enrollment_files(self, *, student_course_id: list[int], footprint: Literal["pdf", "json", "none"] | None = None) -> bytes:
        "A ZIP archive, for example for your month-end: `index.csv` has a line for each enrollment with the names of its files, `ID/certificate.pdf` is the latest certificate (missing until the course is passed), and `ID/footprint.json` is the record of time, quizzes and reports. The archive is created while you download it; if the download breaks off, request it again."
        return self._call("GET", "/enrollments/files", {"student_course_id": student_course_id, "footprint": footprint}, None, None)

    def list_enrollments(self, *, after_id: int | None = None, changed_after: str | None = None, external_id: list[str] | None = None, external_person_id: list[str] | None = None, course_id: int | None = None, lk_student_course_status_id: list[int] | None = None, group: list[str] | None = None, due_from: str | None = None, due_to: str | None = None, passed_from: str | None = None, passed_to: str | None = None, late: bool | None = None, limit: int | None = None) -> ListEnrollmentsOutput:
        "One row for each enrollment, in the order of their ids. Read everything once with `after_id`, keep `next_change`, and then fetch only what changed with `changed_after`."
        return self._call("GET", "/enrollments", {"after_id": after_id, "changed_after": changed_after, "external_id": external_id, "external_person_id": external_person_id, "course_id": course_id, "lk_student_course_status_id": lk_student_course_status_id, "group": group, "due_from": due_from, "due_to": due_to, "passed_from": passed_from, "passed_to": passed_to, "late": late, "limit": limit}, None, None)

    def list_enrollments_all(self, *, changed_after: str | None = None, external_id: list[str] | None = None, external_person_id: list[str] | None = None, course_id: int | None = None, lk_student_course_status_id: list[int] | None = None, group: list[str] | None = None, due_from: str | None = None, due_to: str | None = None, passed_from: str | None = None, passed_to: str | None = None, late: bool | None = None, limit: int | None = None) -> Iterator[ListEnrollmentsEnrollment]:
        "Every row of list_enrollments, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_enrollments(changed_after=changed_after, external_id=external_id, external_person_id=external_person_id, course_id=course_id, lk_student_course_status_id=lk_student_course_status_id, group=group, due_from=due_from, due_to=due_to, passed_from=passed_from, passed_to=passed_to, late=late, limit=limit, after_id=after_id)
            yield from page["enrollments"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def assign_enrollments(self, *, student_course_ids: list[int], group: str | None | Unset = UNSET, due_on: str | None | Unset = UNSET, idempotency_key: str | None = None) -> AssignEnrollmentsOutput:
        "Gives up to 200 enrollments a group and a due date. Students get an email a week and a day before the due date; an enrollment that isn’t finished by then is `late`, with an `enrollment.overdue` event. If one of the enrollments is unknown, none is changed."
        return self._call("PUT", "/enrollments/assign", {}, {"student_course_ids": student_course_ids, "group": group, "due_on": due_on}, idempotency_key)

    def enroll_on_invoice(self, *, user_id: int, course_website_id: int, request_id: str, price: float | None | str | Unset = UNSET, lk_shipping_type_id: int | None | Literal[""] | Unset = UNSET, audio_ind: bool | None | Unset = UNSET, note: str | None | Unset = UNSET, external_id: str | None | Unset = UNSET, idempotency_key: str | None = None) -> EnrollOnInvoiceOutput:
        "Enrolls a student in a course and puts it on the next invoice of your organization, which must be billed by invoice. The student pays nothing. Sent again with the same `request_id`, it enrolls once."
        return self._call("POST", "/student/addInvoicedStudentCourse", {}, {"user_id": user_id, "course_website_id": course_website_id, "request_id": request_id, "price": price, "lk_shipping_type_id": lk_shipping_type_id, "audio_ind": audio_ind, "note": note, "external_id": external_id}, idempotency_key)

    def list_payments(self, *, limit: int | None = None, offset: int | None = None, after_id: str | None = None, sort_by: str | None = None, search: str | None = None, name: list[str] | None = None, lk_payment_status_id: list[str] | None = None, transaction_id: list[str] | None = None, created_at: list[str] | None = None, organization_code: list[str] | None = None, course_name: list[str] | None = None, total: list[str] | None = None, discount: list[str] | None = None, shipping_price: list[str] | None = None, tax: list[str] | None = None, refund_amount: list[str] | None = None, lk_payment_type_id: list[str] | None = None, email: list[str] | None = None, payment_id: list[str] | None = None, order_id: list[str] | None = None, external_id: list[str] | None = None, course_version_id: list[str] | None = None, lk_user_role_id: list[str] | None = None, user_id: list[str] | None = None, organization_id: list[str] | None = None) -> ListPaymentsOutput:
        "What students paid, with refunds. Amounts are in dollars."
        return self._call("GET", "/payment/fetch", {"limit": limit, "offset": offset, "after_id": after_id, "sort_by": sort_by, "search": search, "name": name, "lk_payment_status_id": lk_payment_status_id, "transaction_id": transaction_id, "created_at": created_at, "organization_code": organization_code, "course_name": course_name, "total": total, "discount": discount, "shipping_price": shipping_price, "tax": tax, "refund_amount": refund_amount, "lk_payment_type_id": lk_payment_type_id, "email": email, "payment_id": payment_id, "order_id": order_id, "external_id": external_id, "course_version_id": course_version_id, "lk_user_role_id": lk_user_role_id, "user_id": user_id, "organization_id": organization_id}, None, None)

    def list_payments_all(self, *, limit: int | None = None, offset: int | None = None, sort_by: str | None = None, search: str | None = None, name: list[str] | None = None, lk_payment_status_id: list[str] | None = None, transaction_id: list[str] | None = None, created_at: list[str] | None = None, organization_code: list[str] | None = None, course_name: list[str] | None = None, total: list[str] | None = None, discount: list[str] | None = None, shipping_price: list[str] | None = None, tax: list[str] | None = None, refund_amount: list[str] | None = None, lk_payment_type_id: list[str] | None = None, email: list[str] | None = None, payment_id: list[str] | None = None, order_id: list[str] | None = None, external_id: list[str] | None = None, course_version_id: list[str] | None = None, lk_user_role_id: list[str] | None = None, user_id: list[str] | None = None, organization_id: list[str] | None = None) -> Iterator[ListPaymentsRow]:
        "Every row of list_payments, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_payments(limit=limit, offset=offset, sort_by=sort_by, search=search, name=name, lk_payment_status_id=lk_payment_status_id, transaction_id=transaction_id, created_at=created_at, organization_code=organization_code, course_name=course_name, total=total, discount=discount, shipping_price=shipping_price, tax=tax, refund_amount=refund_amount, lk_payment_type_id=lk_payment_type_id, email=email, payment_id=payment_id, order_id=order_id, external_id=external_id, course_version_id=course_version_id, lk_user_role_id=lk_user_role_id, user_id=user_id, organization_id=organization_id, after_id=after_id)
            yield from page["data"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def list_authorization_keys(self, *, limit: int | None = None, offset: int | None = None, after_id: str | None = None, sort_by: str | None = None, search: str | None = None, authorization_code: list[str] | None = None, lk_authorization_key_status_id: list[str] | None = None, name: list[str] | None = None, course_name: list[str] | None = None, created_at: list[str] | None = None, redeemed_at: list[str] | None = None, redeemed_by: list[str] | None = None, authorization_key_id: list[str] | None = None, authorization_key_status: list[str] | None = None, organization_id: list[str] | None = None, authorization_key_batch_id: list[str] | None = None) -> ListAuthorizationKeysOutput:
        "An authorization key opens a course for the person who redeems its code, without a payment. Codes are never listed, only their last group."
        return self._call("GET", "/authorizationKeys/fetch", {"limit": limit, "offset": offset, "after_id": after_id, "sort_by": sort_by, "search": search, "authorization_code": authorization_code, "lk_authorization_key_status_id": lk_authorization_key_status_id, "name": name, "course_name": course_name, "created_at": created_at, "redeemed_at": redeemed_at, "redeemed_by": redeemed_by, "authorization_key_id": authorization_key_id, "authorization_key_status": authorization_key_status, "organization_id": organization_id, "authorization_key_batch_id": authorization_key_batch_id}, None, None)

    def list_authorization_keys_all(self, *, limit: int | None = None, offset: int | None = None, sort_by: str | None = None, search: str | None = None, authorization_code: list[str] | None = None, lk_authorization_key_status_id: list[str] | None = None, name: list[str] | None = None, course_name: list[str] | None = None, created_at: list[str] | None = None, redeemed_at: list[str] | None = None, redeemed_by: list[str] | None = None, authorization_key_id: list[str] | None = None, authorization_key_status: list[str] | None = None, organization_id: list[str] | None = None, authorization_key_batch_id: list[str] | None = None) -> Iterator[ListAuthorizationKeysKey]:
        "Every row of list_authorization_keys, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_authorization_keys(limit=limit, offset=offset, sort_by=sort_by, search=search, authorization_code=authorization_code, lk_authorization_key_status_id=lk_authorization_key_status_id, name=name, course_name=course_name, created_at=created_at, redeemed_at=redeemed_at, redeemed_by=redeemed_by, authorization_key_id=authorization_key_id, authorization_key_status=authorization_key_status, organization_id=organization_id, authorization_key_batch_id=authorization_key_batch_id, after_id=after_id)
            yield from page["keys"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def create_authorization_keys(self, *, course_website_id: int, count: int, organization_id: int | None | Unset = UNSET, note: str | None | Unset = UNSET, request_id: str | None | Unset = UNSET, idempotency_key: str | None = None) -> CreateAuthorizationKeysOutput:
        "Creates up to 1,000 keys for a course. Store the codes: they are returned here, and for a day by `getAuthorizationKeyBatch`, and never again."
        return self._call("POST", "/authorizationKeys/createKeys", {}, {"course_website_id": course_website_id, "count": count, "organization_id": organization_id, "note": note, "request_id": request_id}, idempotency_key)

    def get_authorization_key_batch(self, *, authorization_key_batch_id: int) -> AuthorizationKeyBatchOutput:
        "The batch that your client created. `codes` is null once they were downloaded or a day has passed. Other clients get 404."
        return self._call("GET", f"/authorizationKeys/batch/{_part(authorization_key_batch_id)}", {}, None, None)

    def list_authorization_key_choices(self) -> ListAuthorizationKeyChoicesOutput:
        "What `createAuthorizationKeys` takes: the offers of your organizations."
        return self._call("GET", "/authorizationKeys/choices", {}, None, None)

    def get_authorization_key(self, *, authorization_key_id: int) -> AuthorizationKeyOutput:
        "One key with its course, its holder, and who redeemed or revoked it."
        return self._call("GET", f"/authorizationKeys/{_part(authorization_key_id)}", {}, None, None)

    def list_invoices(self, *, limit: int | None = None, offset: int | None = None, after_id: str | None = None, sort_by: str | None = None, search: str | None = None, invoice_number: list[str] | None = None, organization_name: list[str] | None = None, code: list[str] | None = None, period_start: list[str] | None = None, period_end: list[str] | None = None, total: list[str] | None = None, paidAmount: list[str] | None = None, lk_invoice_status_id: list[str] | None = None, due_at: list[str] | None = None, created_at: list[str] | None = None, lk_invoice_language_id: list[str] | None = None, updated_at: list[str] | None = None, invoice_id: list[str] | None = None, organization_id: list[str] | None = None) -> ListInvoicesOutput:
        "The invoices that your organizations received or issued. Amounts are in dollars. `total` is negative if your organization owes it, and positive if it is owed to your organization."
        return self._call("GET", "/invoice/fetch", {"limit": limit, "offset": offset, "after_id": after_id, "sort_by": sort_by, "search": search, "invoice_number": invoice_number, "organization_name": organization_name, "code": code, "period_start": period_start, "period_end": period_end, "total": total, "paidAmount": paidAmount, "lk_invoice_status_id": lk_invoice_status_id, "due_at": due_at, "created_at": created_at, "lk_invoice_language_id": lk_invoice_language_id, "updated_at": updated_at, "invoice_id": invoice_id, "organization_id": organization_id}, None, None)

    def list_invoices_all(self, *, limit: int | None = None, offset: int | None = None, sort_by: str | None = None, search: str | None = None, invoice_number: list[str] | None = None, organization_name: list[str] | None = None, code: list[str] | None = None, period_start: list[str] | None = None, period_end: list[str] | None = None, total: list[str] | None = None, paidAmount: list[str] | None = None, lk_invoice_status_id: list[str] | None = None, due_at: list[str] | None = None, created_at: list[str] | None = None, lk_invoice_language_id: list[str] | None = None, updated_at: list[str] | None = None, invoice_id: list[str] | None = None, organization_id: list[str] | None = None) -> Iterator[ListInvoicesInvoice]:
        "Every row of list_invoices, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_invoices(limit=limit, offset=offset, sort_by=sort_by, search=search, invoice_number=invoice_number, organization_name=organization_name, code=code, period_start=period_start, period_end=period_end, total=total, paidAmount=paidAmount, lk_invoice_status_id=lk_invoice_status_id, due_at=due_at, created_at=created_at, lk_invoice_language_id=lk_invoice_language_id, updated_at=updated_at, invoice_id=invoice_id, organization_id=organization_id, after_id=after_id)
            yield from page["invoice"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def create_test_invoice(self, *, idempotency_key: str | None = None) -> CreateTestInvoiceOutput:
        "Writes the invoice that the school would send at the end of the month: everything that the sandbox bought within a year and that is on no other invoice. The events `invoice.created` and, 30 days later by the clock of the sandbox, `invoice.overdue` follow. Needs a test key."
        return self._call("POST", "/test/invoice", {}, {}, idempotency_key)

    def get_invoice(self, *, invoice_id: int) -> InvoiceOutput:
        "One invoice with its totals by course, its first 200 lines and its payments. `billed` is what your organization bought on invoice, `earned` its part of other sales; `total` is `earned` minus `billed`, and the sum of every `part`."
        return self._call("GET", f"/invoice/{_part(invoice_id)}", {}, None, None)

    def download_invoice_lines(self, *, invoice_id: int, format: Literal["xlsx", "csv"] | None = None) -> bytes:
        "Every line of the invoice: one row per enrollment or refund. With `format=csv` the columns have fixed names, and include your own ids of the order (`external_id`), the student (`external_person_id`) and the enrollment (`external_enrollment_id`). The sum of `part` is the `total` of the invoice."
        return self._call("GET", f"/invoice/{_part(invoice_id)}/lines", {"format": format}, None, None)

    def download_invoice(self, *, invoice_id: int) -> bytes:
        "The invoice as a PDF."
        return self._call("GET", f"/invoice/{_part(invoice_id)}/pdf", {}, None, None)

    def open_ticket(self, *, message: str, user_id: int | None | Unset = UNSET, lk_issue_category_id: int | Unset = UNSET, idempotency_key: str | None = None) -> OpenTicketOutput:
        "Opens a ticket with its first message, under the name of your client. With `user_id` it is the student’s, who can read it and reply. Without it, it is a question of the organization whose address you call."
        return self._call("POST", "/tickets", {}, {"message": message, "user_id": user_id, "lk_issue_category_id": lk_issue_category_id}, idempotency_key)

    def list_tickets(self, *, after_id: int | None = None, user_id: int | None = None, lk_issue_status_id: int | None = None, limit: int | None = None) -> ListTicketsOutput:
        "The support tickets of your organizations, in the order of their ids. Ask again with the last `next_id`, or react to `ticket.message_added`."
        return self._call("GET", "/tickets", {"after_id": after_id, "user_id": user_id, "lk_issue_status_id": lk_issue_status_id, "limit": limit}, None, None)

    def list_tickets_all(self, *, user_id: int | None = None, lk_issue_status_id: int | None = None, limit: int | None = None) -> Iterator[TicketTicket]:
        "Every row of list_tickets, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_tickets(user_id=user_id, lk_issue_status_id=lk_issue_status_id, limit=limit, after_id=after_id)
            yield from page["tickets"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def get_ticket(self, *, issue_id: int, after: int | None = None) -> TicketOutput:
        "A ticket with its newest 200 messages; with `after`, those after the message with this `sequence`."
        return self._call("GET", f"/tickets/{_part(issue_id)}", {"after": after}, None, None)

    def reply_to_ticket(self, *, issue_id: int, message: str, idempotency_key: str | None = None) -> ReplyToTicketOutput:
        "Adds a message under the name of your client: to a person’s ticket as staff, to your organization’s own ticket as its reporter. Send an `Idempotency-Key`, so that a repeated call adds no second message."
        return self._call("POST", f"/tickets/{_part(issue_id)}/messages", {}, {"message": message}, idempotency_key)

    def list_students(self, *, limit: int | None = None, offset: int | None = None, after_id: str | None = None, sort_by: str | None = None, search: str | None = None, first_name: list[str] | None = None, last_name: list[str] | None = None, course_name: list[str] | None = None, course_status: list[str] | None = None, phone_number: list[str] | None = None, loginid: list[str] | None = None, code: list[str] | None = None, email: list[str] | None = None, organization: list[str] | None = None, dob: list[str] | None = None, created_at: list[str] | None = None, group_name: list[str] | None = None, due_on: list[str] | None = None, late: list[str] | None = None, report_state: list[str] | None = None, report_agency: list[str] | None = None, report_code: list[str] | None = None, lk_user_status_id: list[str] | None = None, audio: list[str] | None = None, purchased_via: list[str] | None = None, paid_status: list[str] | None = None, passed: list[str] | None = None, certificates_sent: list[str] | None = None, student_id: list[str] | None = None, id: list[str] | None = None, user_id: list[str] | None = None, status: list[str] | None = None, organization_id: list[str] | None = None, label: list[str] | None = None) -> ListStudentsOutput:
        "One row per student, with their newest course. Filter by any column (`email=exact:dana@example.com`, `created_at=last:7`), and follow `after_id` until it is null."
        return self._call("GET", "/student/fetch", {"limit": limit, "offset": offset, "after_id": after_id, "sort_by": sort_by, "search": search, "first_name": first_name, "last_name": last_name, "course_name": course_name, "course_status": course_status, "phone_number": phone_number, "loginid": loginid, "code": code, "email": email, "organization": organization, "dob": dob, "created_at": created_at, "group_name": group_name, "due_on": due_on, "late": late, "report_state": report_state, "report_agency": report_agency, "report_code": report_code, "lk_user_status_id": lk_user_status_id, "audio": audio, "purchased_via": purchased_via, "paid_status": paid_status, "passed": passed, "certificates_sent": certificates_sent, "student_id": student_id, "id": id, "user_id": user_id, "status": status, "organization_id": organization_id, "label": label}, None, None)

    def list_students_all(self, *, limit: int | None = None, offset: int | None = None, sort_by: str | None = None, search: str | None = None, first_name: list[str] | None = None, last_name: list[str] | None = None, course_name: list[str] | None = None, course_status: list[str] | None = None, phone_number: list[str] | None = None, loginid: list[str] | None = None, code: list[str] | None = None, email: list[str] | None = None, organization: list[str] | None = None, dob: list[str] | None = None, created_at: list[str] | None = None, group_name: list[str] | None = None, due_on: list[str] | None = None, late: list[str] | None = None, report_state: list[str] | None = None, report_agency: list[str] | None = None, report_code: list[str] | None = None, lk_user_status_id: list[str] | None = None, audio: list[str] | None = None, purchased_via: list[str] | None = None, paid_status: list[str] | None = None, passed: list[str] | None = None, certificates_sent: list[str] | None = None, student_id: list[str] | None = None, id: list[str] | None = None, user_id: list[str] | None = None, status: list[str] | None = None, organization_id: list[str] | None = None, label: list[str] | None = None) -> Iterator[ListStudentsStudent]:
        "Every row of list_students, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_students(limit=limit, offset=offset, sort_by=sort_by, search=search, first_name=first_name, last_name=last_name, course_name=course_name, course_status=course_status, phone_number=phone_number, loginid=loginid, code=code, email=email, organization=organization, dob=dob, created_at=created_at, group_name=group_name, due_on=due_on, late=late, report_state=report_state, report_agency=report_agency, report_code=report_code, lk_user_status_id=lk_user_status_id, audio=audio, purchased_via=purchased_via, paid_status=paid_status, passed=passed, certificates_sent=certificates_sent, student_id=student_id, id=id, user_id=user_id, status=status, organization_id=organization_id, label=label, after_id=after_id)
            yield from page["students"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def list_organizations(self, *, limit: int | None = None, offset: int | None = None, after_id: str | None = None, sort_by: str | None = None, search: str | None = None, code: list[str] | None = None, name: list[str] | None = None, manager_name: list[str] | None = None, email: list[str] | None = None, phone_number: list[str] | None = None, lk_organization_status_id: list[str] | None = None, hosting_ind: list[str] | None = None, updated_at: list[str] | None = None, created_at: list[str] | None = None, city: list[str] | None = None, lk_state_id: list[str] | None = None, organization_id: list[str] | None = None, contact_name: list[str] | None = None, course_name: list[str] | None = None) -> ListOrganizationsOutput:
        "Your organization and those below it."
        return self._call("GET", "/organization/fetch", {"limit": limit, "offset": offset, "after_id": after_id, "sort_by": sort_by, "search": search, "code": code, "name": name, "manager_name": manager_name, "email": email, "phone_number": phone_number, "lk_organization_status_id": lk_organization_status_id, "hosting_ind": hosting_ind, "updated_at": updated_at, "created_at": created_at, "city": city, "lk_state_id": lk_state_id, "organization_id": organization_id, "contact_name": contact_name, "course_name": course_name}, None, None)

    def list_organizations_all(self, *, limit: int | None = None, offset: int | None = None, sort_by: str | None = None, search: str | None = None, code: list[str] | None = None, name: list[str] | None = None, manager_name: list[str] | None = None, email: list[str] | None = None, phone_number: list[str] | None = None, lk_organization_status_id: list[str] | None = None, hosting_ind: list[str] | None = None, updated_at: list[str] | None = None, created_at: list[str] | None = None, city: list[str] | None = None, lk_state_id: list[str] | None = None, organization_id: list[str] | None = None, contact_name: list[str] | None = None, course_name: list[str] | None = None) -> Iterator[ListOrganizationsOrganization]:
        "Every row of list_organizations, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_organizations(limit=limit, offset=offset, sort_by=sort_by, search=search, code=code, name=name, manager_name=manager_name, email=email, phone_number=phone_number, lk_organization_status_id=lk_organization_status_id, hosting_ind=hosting_ind, updated_at=updated_at, created_at=created_at, city=city, lk_state_id=lk_state_id, organization_id=organization_id, contact_name=contact_name, course_name=course_name, after_id=after_id)
            yield from page["organization"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def list_certificates(self, *, limit: int | None = None, offset: int | None = None, after_id: str | None = None, sort_by: str | None = None, search: str | None = None, certificate_number: list[str] | None = None, first_name: list[str] | None = None, last_name: list[str] | None = None, lk_shipping_type_id: list[str] | None = None, issued_at: list[str] | None = None, shipped_at: list[str] | None = None, deleted_at: list[str] | None = None, dispatched_at: list[str] | None = None, courseName: list[str] | None = None, organization_name: list[str] | None = None, charged_back: list[str] | None = None, email: list[str] | None = None, tracking_number: list[str] | None = None, student_certificate_id: list[str] | None = None, course_id: list[str] | None = None, organization_id: list[str] | None = None, user_id: list[str] | None = None, order_item_id: list[str] | None = None, viewShipped: list[str] | None = None, show: Literal["notShipped", "shipped", "all"] | None = None) -> ListCertificatesOutput:
        "Issued certificates with their delivery."
        return self._call("GET", "/certificate/fetch", {"limit": limit, "offset": offset, "after_id": after_id, "sort_by": sort_by, "search": search, "certificate_number": certificate_number, "first_name": first_name, "last_name": last_name, "lk_shipping_type_id": lk_shipping_type_id, "issued_at": issued_at, "shipped_at": shipped_at, "deleted_at": deleted_at, "dispatched_at": dispatched_at, "courseName": courseName, "organization_name": organization_name, "charged_back": charged_back, "email": email, "tracking_number": tracking_number, "student_certificate_id": student_certificate_id, "course_id": course_id, "organization_id": organization_id, "user_id": user_id, "order_item_id": order_item_id, "viewShipped": viewShipped, "show": show}, None, None)

    def list_certificates_all(self, *, limit: int | None = None, offset: int | None = None, sort_by: str | None = None, search: str | None = None, certificate_number: list[str] | None = None, first_name: list[str] | None = None, last_name: list[str] | None = None, lk_shipping_type_id: list[str] | None = None, issued_at: list[str] | None = None, shipped_at: list[str] | None = None, deleted_at: list[str] | None = None, dispatched_at: list[str] | None = None, courseName: list[str] | None = None, organization_name: list[str] | None = None, charged_back: list[str] | None = None, email: list[str] | None = None, tracking_number: list[str] | None = None, student_certificate_id: list[str] | None = None, course_id: list[str] | None = None, organization_id: list[str] | None = None, user_id: list[str] | None = None, order_item_id: list[str] | None = None, viewShipped: list[str] | None = None, show: Literal["notShipped", "shipped", "all"] | None = None) -> Iterator[ListCertificatesCertificate]:
        "Every row of list_certificates, page by page."
        after_id: Any = None
        while True:
            page: Any = self.list_certificates(limit=limit, offset=offset, sort_by=sort_by, search=search, certificate_number=certificate_number, first_name=first_name, last_name=last_name, lk_shipping_type_id=lk_shipping_type_id, issued_at=issued_at, shipped_at=shipped_at, deleted_at=deleted_at, dispatched_at=dispatched_at, courseName=courseName, organization_name=organization_name, charged_back=charged_back, email=email, tracking_number=tracking_number, student_certificate_id=student_certificate_id, course_id=course_id, organization_id=organization_id, user_id=user_id, order_item_id=order_item_id, viewShipped=viewShipped, show=show, after_id=after_id)
            yield from page["certificates"]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return

    def get_organization(self, *, organization_id: int | None = None, org_code: str | None = None) -> OrganizationOutput:
        "One organization by its id or its code; send one of them."
        return self._call("GET", "/organization/one", {"organization_id": organization_id, "org_code": org_code}, None, None)

    def list_sub_organizations(self, *, organization_id: int, search: str | None = None, limit: int | None = None, offset: int | None = None) -> ListSubOrganizationsOutput:
        "The organizations right below one of yours, such as the locations of a fleet."
        return self._call("GET", "/organization/suborganizations/fetch", {"organization_id": organization_id, "search": search, "limit": limit, "offset": offset}, None, None)

    def get_student(self, *, student_id: int, limit: int | None = None, after_id: int | None = None) -> StudentOutput:
        "One student with all their courses and certificates. `updated_at` of the student is for `updateStudent`."
        return self._call("GET", "/student/detail/fetch", {"student_id": student_id, "limit": limit, "after_id": after_id}, None, None)

    def list_courses_of_user(self, *, user_id: int | None = None, includeCertificates: bool | None = None) -> ListCoursesOfUserOutput:
        "The enrollments of one person, newest first, at most 500. Certificates only if you ask for them."
        return self._call("GET", "/user/fetchCoursesByUserId", {"user_id": user_id, "includeCertificates": includeCertificates}, None, None)

    def enroll_students(self, *, course_website_id: int, rows: list[EnrollStudentsRowInput], notify: bool | Unset = UNSET, idempotency_key: str | None = None) -> EnrollStudentsOutput:
        "Creates up to 200 students and enrolls them in one course, on the invoice of the organization whose address you call. Each row has its own result: one with a wrong field is refused with `INVALID` and its `issues`, and the others are enrolled. If the response is lost, send the rows again: an enrollment that already exists is reported as `exists`."
        return self._call("POST", "/student/enrollMany", {}, {"course_website_id": course_website_id, "rows": rows, "notify": notify}, idempotency_key)

    def create_sign_in_link(self, *, user_id: int, target: Literal["dashboard", "course", "certificate"] | Unset = UNSET, student_course_id: int | None | Unset = UNSET, idempotency_key: str | None = None) -> CreateSignInLinkOutput:
        "Creates a link that signs one of your students in at the site of their organization. It works once, within two minutes, so create it when the student clicks, and redirect the browser to `url` immediately. The student confirms the account with one button; two-factor authentication and identity checks still apply. Links for staff are refused. The student’s history records your client."
        return self._call("POST", f"/student/{_part(user_id)}/signInLink", {}, {"target": target, "student_course_id": student_course_id}, idempotency_key)
