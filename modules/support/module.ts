import { defineModule } from '#platform/module.ts'
import { lookups } from './lookups.shared.ts'
import { fetchTicketChatHistory } from './messages/fetch-history.ts'
import { sendMessage } from './messages/send-message.ts'
import { uploadChatImage } from './messages/take-image.ts'
import { addNote, fetchNotes } from './notes/notes.ts'
import { realtimeSubscription, realtimeToken, tellTyping } from './realtime/tokens.ts'
import { fetchSavedReplies, removeReply, saveReply } from './replies/saved-replies.ts'
import { fetchSupportSettings } from './settings/fetch-support-settings.ts'
import { saveSupportSettings } from './settings/save-support-settings.ts'
import {
  chatHead,
  fetchCategories,
  fetchRecentChats,
  fetchTicketsByUserId,
  keepRecentChat,
  messageRead,
} from './tickets/chat-head.ts'
import { createSupportTicket } from './tickets/create-ticket.ts'
import { autocompleteAssignee, autocompleteReporter, reassignTicket } from './tickets/reassign-ticket.ts'
import { fetchTickets, searchTicket } from './tickets/search-ticket.ts'
import { rateTicket, setStatus } from './tickets/set-status.ts'
import { askTranscript, askTranscriptAsVisitor } from './transcript/ask-transcript.ts'
import { answerAsVisitor, fetchVisitorTicket, joinVisitorTicket, writeAsVisitor } from './visitor/visitor-ticket.ts'

export const support = defineModule({
  name: 'support',
  uses: ['checkout', 'learning', 'catalogue', 'identity', 'settings'],
  lookups,
  operations: [
    searchTicket,
    fetchTickets,
    fetchTicketChatHistory,
    sendMessage,
    setStatus,
    reassignTicket,
    createSupportTicket,
    autocompleteAssignee,
    autocompleteReporter,
    chatHead,
    fetchTicketsByUserId,
    fetchCategories,
    messageRead,
    fetchRecentChats,
    keepRecentChat,
    uploadChatImage,
    rateTicket,
    fetchNotes,
    addNote,
    fetchSavedReplies,
    saveReply,
    removeReply,
    realtimeToken,
    realtimeSubscription,
    tellTyping,
    writeAsVisitor,
    fetchVisitorTicket,
    answerAsVisitor,
    joinVisitorTicket,
    fetchSupportSettings,
    saveSupportSettings,
    askTranscript,
    askTranscriptAsVisitor,
  ],
})
