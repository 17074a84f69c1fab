import { startLocalServer } from '../../../lab/kit/system/localServer';

/**
 * A chat model with the interface of OpenAI that always does the same: it calls one tool, and then
 * answers with what the tool returned. Its list of models, by which n8n tests a credential, is empty.
 */

interface Tool {
	function: { name: string; description: string; parameters: { properties?: object } };
}

interface ChatRequest {
	stream?: boolean;
	model: string;
	tools?: Tool[];
	messages: Array<{ role: string; content: unknown }>;
}

export interface ChatModel {
	url: string;
	/** Requests of n8n, in order. */
	requests: ChatRequest[];
	close(): void;
}

function answerTo({ messages }: ChatRequest, call: { name: string; args: object }) {
	const result = messages.findLast(({ role }) => role === 'tool');
	if (result) {
		const said =
			typeof result.content === 'string' ? result.content : JSON.stringify(result.content);
		return { message: { role: 'assistant', content: said }, finish_reason: 'stop' };
	}
	const made = { name: call.name, arguments: JSON.stringify(call.args) };
	const tool_calls = [{ index: 0, id: 'call_1', type: 'function', function: made }];
	return { message: { role: 'assistant', content: '', tool_calls }, finish_reason: 'tool_calls' };
}

/** Starts the model on loopback. */
export async function startChatModel(call: { name: string; args: object }): Promise<ChatModel> {
	const requests: ChatRequest[] = [];
	const server = await startLocalServer((incoming, outgoing, read) => {
		if (incoming.url?.endsWith('/models')) {
			outgoing.writeHead(200, { 'content-type': 'application/json' });
			outgoing.end(JSON.stringify({ object: 'list', data: [] }));
			return;
		}
		const request = JSON.parse(String(read) || '{}') as ChatRequest;
		requests.push(request);
		const { message, finish_reason } = answerTo(request, call);
		const common = { id: 'chatcmpl-1', created: 0, model: request.model };
		if (!request.stream) {
			outgoing.writeHead(200, { 'content-type': 'application/json' });
			const choices = [{ index: 0, message, finish_reason }];
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			outgoing.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
			return;
		}
		outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
		const send = (choice: object) => {
			const chunk = { ...common, object: 'chat.completion.chunk', choices: [choice] };
			outgoing.write(`data: ${JSON.stringify(chunk)}\n\n`);
		};
		send({ index: 0, delta: message, finish_reason: null });
		send({ index: 0, delta: {}, finish_reason });
		outgoing.end('data: [DONE]\n\n');
	});
	return { url: `${server.url}/v1`, requests, close: () => void server.close() };
}
