import { defineModule } from '#platform/module.ts'
import {
  chatHead,
  fetchCategories,
  fetchRecentChats,
  fetchTicketsByUserId,
  keepRecentChat,
  messageRead,
} from './chat/chat-head.ts'
import {
  fetchClientTicket,
  listClientTickets,
  openClientTicket,
  replyToClientTicket,
} from './handling/client-tickets.ts'
import { createSupportTicket } from './handling/create-ticket.ts'
import { autocompleteAssignee, autocompleteReporter, reassignTicket } from './handling/reassign-ticket.ts'
import { sendMessage } from './handling/send-message.ts'
import { rateTicket, setStatus } from './handling/set-status.ts'
import { lookups } from './lookups.shared.ts'
import { uploadChatImage } from './messages/chat-image.ts'
import { fetchTicketChatHistory } from './messages/fetch-history.ts'
import { addNote, fetchNotes } from './notes/notes.ts'
import { personal } from './personal-tables.ts'
import { announceTyping, realtimeSubscription, realtimeToken } from './realtime/tokens.ts'
import { fetchSavedReplies, removeReply, saveReply } from './replies/saved-replies.ts'
import { fetchSupportSettings } from './settings/fetch-support-settings.ts'
import { saveSupportSettings } from './settings/save-support-settings.ts'
import { fetchTickets, searchTicket } from './tickets/search-ticket.ts'
import { requestTranscript, requestTranscriptAsVisitor } from './transcript/request-transcript.ts'
import { answerAsVisitor, fetchVisitorTicket, joinVisitorTicket, writeAsVisitor } from './visitor/visitor-ticket.ts'

export const support = defineModule({
  name: 'support',
  uses: ['checkout', 'learning', 'catalogue', 'identity', 'settings'],
  personal,
  folders: [
    'tickets',
    'realtime',
    'settings',
    'messages',
    'handling',
    'visitor',
    'transcript',
    'context',
    'notes',
    'replies',
    'chat',
    'account',
  ],
  lookups,
  operations: [
    searchTicket,
    fetchTickets,
    fetchTicketChatHistory,
    sendMessage,
    setStatus,
    reassignTicket,
    createSupportTicket,
    openClientTicket,
    listClientTickets,
    fetchClientTicket,
    replyToClientTicket,
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
    announceTyping,
    writeAsVisitor,
    fetchVisitorTicket,
    answerAsVisitor,
    joinVisitorTicket,
    fetchSupportSettings,
    saveSupportSettings,
    requestTranscript,
    requestTranscriptAsVisitor,
  ],
})
