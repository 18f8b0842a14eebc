export { countUnread, openTicket } from './chat/chat-head.ts'
export { type ContextCourse, readContext, type TicketContext } from './context/read-context.ts'
export { applyRemedy, isRemedy } from './context/remedy.ts'
export { answerUnread, transcriptAsked, visitorWrote } from './facts.ts'
export { createSupportTicket } from './handling/create-ticket.ts'
export {
  autocompleteAssignee,
  autocompleteReporter,
  listAssigneesOf,
  reassignTicket,
} from './handling/reassign-ticket.ts'
export { sendMessage } from './handling/send-message.ts'
export { rateTicket, setStatus } from './handling/set-status.ts'
export { fetchTicketChatHistory, type Thread } from './messages/fetch-history.ts'
export { keepImage, namesChatImage } from './messages/take-image.ts'
export { addNote, fetchNotes, type Note } from './notes/notes.ts'
export { nameOfCaller } from './realtime/tokens.ts'
export { fetchSavedReplies, removeReply, type SavedReply, saveReply } from './replies/saved-replies.ts'
export { fetchSupportSettings } from './settings/fetch-support-settings.ts'
export { firstCategory, listCategories, supportNotice } from './settings/offered.ts'
export { saveSupportSettings } from './settings/save-support-settings.ts'
export { listAssignees } from './tickets/assignees.ts'
export { listTicketCourses, readQuery, searchTicket } from './tickets/search-ticket.ts'
export { findThread, worksOnTickets } from './tickets/ticket.sql.ts'
export { findTicketEmail, type TicketEmail, tellUnreadAnswers } from './tickets/unread-answers.ts'
export { askTranscript, askTranscriptAsVisitor } from './transcript/ask-transcript.ts'
export { findTranscript, type TranscriptEmail } from './transcript/find-transcript.ts'
export { answerAsVisitor, fetchVisitorTicket, joinVisitorTicket, writeAsVisitor } from './visitor/visitor-ticket.ts'
