// Made by make-types.mjs from the specification; do not edit.

export interface paths {
    "/rollout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admit a rollout.
         * @description Schedules the work before it answers, so a lost answer still leaves work running until the lease lapses. To ask again safely, send the same `Idempotency-Key`: the server then answers with the first answer, even when it is full. Without a key, an id the server holds or still retains is a conflict. In the callback dialect, the same body sent again is answered with `{}` and starts nothing; another body under a held id is a conflict.
         *
         *     Two bodies are the same when they have the same value, whatever their bytes: the order of members, white space and the spelling of a number (`1`, `1.0`) mean nothing, a member left out counts as its default, and members that the schema does not list count for nothing. A body that differs under an Idempotency-Key that was used is a conflict.
         *
         *     The first answer is given again for as long as the rollout is held or retained, also after it has ended.
         */
        post: operations["createRollout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rollout/{rollout_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Poll for the result of a rollout (lease dialect).
         * @description Answers at once when the rollout has ended; else waits for the next change of status after the poll arrived, or for `result_wait_timeout_sec`, and answers with the status as it then is. The lease is renewed when the poll arrives. A terminal answer can be read again, under the same token, until the retention of the result passes; then the id is unknown. Every terminal answer of a rollout is the same. A lease that lapses ends the rollout with status `failure` and category `lease_expired`, and its work is cancelled; what the work returns after that counts for nothing. A rollout that was admitted in the callback dialect has no lease, and is answered with 404 here.
         */
        get: operations["getRolloutResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rollout/{rollout_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask where a rollout stands (callback dialect).
         * @description Answers at once, for any id, in either dialect. It renews no lease and shows no sample. Terminal states are remembered for as long as results are retained.
         */
        get: operations["getRolloutStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rollout/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel rollouts by ids, by prefix, or all of them.
         * @description Asks for the end of every rollout selected and says at once what was found. The rollouts end soon after with status `cancelled` (in the callback dialect, with failure callbacks). A rollout that has ended keeps its result.
         */
        post: operations["cancelRollouts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The server's health.
         * @description Answers at once, however busy the user's code is.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AdmissionState
         * @description Whether a server admits rollouts. `accepting`: it does. `draining`: it is shutting down. `used_up`: user code holds a thread that cannot be ended, so this process takes no more work and must be replaced.
         * @enum {string}
         */
        AdmissionState: "accepting" | "draining" | "used_up";
        /**
         * CallbackAcknowledgement
         * @description The answer to a callback. Any 2xx status acknowledges; the body may bring a report on the model calls, which the server merges into the saved trajectory. A report on the grader callback replaces one on the completion callback; one that does not fit its schema is ignored with a warning. A callback that arrives again, or after the outcome is settled, gets the stored acknowledgement again and counts for nothing.
         */
        CallbackAcknowledgement: {
            /** @description True when the callback was taken. */
            ok?: boolean;
            /** @description `callback_timeout` when it came after the controller's deadline. */
            error_type?: string;
            /** @description What the controller knows of the rollout's model calls. */
            trajectory?: components["schemas"]["TrajectoryReport"];
        } & {
            [key: string]: unknown;
        };
        /**
         * CallbackHealthResponse
         * @description The health of a server that speaks callbacks alone - any object without `lifecycle`.
         */
        CallbackHealthResponse: {
            /** @description `ok` when the backend can work. */
            status?: string;
            /** @description The name the supervisor gave this server, when it gave one. */
            instance_id?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * CallbackRolloutInitRequest
         * @description Asks a server to run one rollout and to post its result (callback dialect). Recognised by the presence of `completion_callback_url`. Members that are not listed are ignored.
         */
        CallbackRolloutInitRequest: {
            /** @description The prompt of the dataset row, handed to the workflow as it is. May be empty. */
            initial_messages: components["schemas"]["Message"][];
            /**
             * @description The reference answer. The grader sees it, the workflow does not.
             * @default null
             */
            label?: string | null;
            /**
             * @description The row's metadata, seen by workflow and grader alike.
             * @default null
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The rollout's name; when null or absent the server makes one of 32 hexadecimal digits.
             * @default null
             */
            rollout_id?: components["schemas"]["RolloutId"] | null;
            /** @description Base of the policy model's endpoint for this rollout; clients append `/chat/completions`. Opaque. */
            chat_completions_url: string;
            /**
             * @description Bearer key for the model endpoint; null falls back to `controller_api_key`. Never the empty string.
             * @default null
             */
            llm_api_key?: string | null;
            /** @description Where the server posts that the workflow ended. */
            completion_callback_url: components["schemas"]["CallbackUrl"];
            /**
             * @description Where the server posts the graded sample. Null or absent asks for no grading.
             * @default null
             */
            grader_callback_url?: components["schemas"]["CallbackUrl"] | null;
            /**
             * @description Bearer key for both callbacks; null sends no Authorization header.
             * @default null
             */
            controller_api_key?: string | null;
            /**
             * @description Seconds the workflow may take, waiting for a slot included; null is no limit.
             * @default null
             */
            agent_timeout_sec?: number | null;
            /**
             * @description Seconds the grader may take; null is no limit.
             * @default null
             */
            grader_timeout_sec?: number | null;
            /**
             * @description Kept beside the trajectory as `request_extra_fields`; used for nothing else.
             * @default null
             */
            extra_fields?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * CallbackRolloutInitResponse
         * @description The rollout is admitted (callback dialect). There is nothing to poll; the result arrives by callback.
         */
        CallbackRolloutInitResponse: Record<string, never>;
        /**
         * CallbackUrl
         * @description Where a server posts: an absolute http or https URL in ASCII, its port from 1 to 65535 if it names one. Opaque otherwise, and made for one rollout. It may hold a secret, so it is never shown in a log or an answer.
         */
        CallbackUrl: string;
        /**
         * CancelAll
         * @description Cancels every rollout the server holds.
         */
        CancelAll: {
            /**
             * @description Not given together with `all`.
             * @default null
             */
            ids?: null;
            /**
             * @description Not given together with `all`.
             * @default null
             */
            prefix?: null;
            /**
             * @description True.
             * @constant
             */
            all: true;
        };
        /**
         * CancelByIds
         * @description Cancels the rollouts named one by one.
         */
        CancelByIds: {
            /** @description Ids to cancel. An empty list cancels nothing. */
            ids: string[];
            /**
             * @description Not given together with `ids`.
             * @default null
             */
            prefix?: null;
            /**
             * @description Not true together with `ids`.
             * @default false
             * @constant
             */
            all?: false;
        };
        /**
         * CancelByPrefix
         * @description Cancels every rollout whose id begins with a prefix.
         */
        CancelByPrefix: {
            /**
             * @description Not given together with `prefix`.
             * @default null
             */
            ids?: null;
            /** @description The beginning of the ids. The empty string selects every rollout the server holds. */
            prefix: string;
            /**
             * @description Not true together with `prefix`.
             * @default false
             * @constant
             */
            all?: false;
        };
        /**
         * CancelDisposition
         * @description What became of one id: `cancelled_queued` (it had not begun), `cancelled_running` (its work is being ended), or `not_found` (never seen, or finished). Asking again gives the same answer while the work is ending.
         * @enum {string}
         */
        CancelDisposition: "cancelled_queued" | "cancelled_running" | "not_found";
        /**
         * CancelProblem
         * @description A cancellation that does not fit the contract. `detail` is one sentence, which is what published clients read here; `errors` lists what is wrong.
         */
        CancelProblem: {
            /**
             * @description A URI naming the kind of problem.
             * @default about:blank
             */
            type: string;
            /** @description The kind of problem in a few words. */
            title: string;
            /** @description The HTTP status again. */
            status: number;
            /** @description What is wrong, and which selectors there are. */
            detail: string;
            /** @description The faults. */
            errors: components["schemas"]["ValidationFault"][];
            /** @description The path of the request. */
            instance?: string;
        };
        /**
         * CancelRolloutsRequest
         * @description Which rollouts to cancel, by exactly one selector. No lease token is needed.
         */
        CancelRolloutsRequest: components["schemas"]["CancelByIds"] | components["schemas"]["CancelByPrefix"] | components["schemas"]["CancelAll"];
        /**
         * CancelRolloutsResponse
         * @description What became of every rollout the selector named.
         */
        CancelRolloutsResponse: {
            /** @description A disposition by rollout id. Finished rollouts that are still retained are listed as `not_found`. */
            dispositions: {
                [key: string]: components["schemas"]["CancelDisposition"];
            };
        };
        /**
         * ConcurrencyHealth
         * @description How many rollouts a backend runs at once.
         */
        ConcurrencyHealth: {
            /** @description The limit; null is no limit. */
            max_concurrent: number | null;
            /** @description Rollouts waiting for a slot. */
            queued: number;
            /** @description Rollouts holding a slot. */
            running: number;
        };
        /**
         * ErrorLocation
         * @description The place in the user's code where an exception was raised, or passed through on its way out.
         */
        ErrorLocation: {
            /** @description The file, relative to the directory the server was started in when it is below that; otherwise its path. */
            file: string;
            /** @description The line, counted from 1. */
            line: number;
            /** @description The name of the function, `<module>` at the top of a module. */
            function: string;
        };
        /**
         * ErrorTraceback
         * @description The traceback of an exception of user code as text, for people. Only frames of the user's code, at most 20 of them and 8 KiB of UTF-8 in all; what was cut is marked. Credentials of the rollout are redacted.
         */
        ErrorTraceback: string;
        /**
         * GraderCompleteRequest
         * @description The grader callback - grading has ended, or cannot happen because the workflow failed (then a bare failure). Sent once, after the completion callback, to controllers that gave a `grader_callback_url`.
         */
        GraderCompleteRequest: {
            /**
             * @description `success` with the graded sample, or `failure`.
             * @enum {string}
             */
            status: "success" | "failure";
            /** @description The rollout's id. */
            rollout_id: components["schemas"]["RolloutId"];
            /**
             * @description The sample; its reward is a number only on `success` and when it is not removed.
             * @default null
             */
            sample?: components["schemas"]["ResultSample"] | null;
            /**
             * @description What went wrong, for people.
             * @default null
             */
            err_message?: string | null;
            /**
             * @description Why grading failed.
             * @default null
             */
            err_category?: components["schemas"]["RolloutErrorCategory"] | null;
            /** @description Where in the user's code the exception was raised; absent where the failure has no such place. */
            err_location?: components["schemas"]["ErrorLocation"];
            /** @description The traceback of the exception of user code; absent where there was none. */
            err_traceback?: components["schemas"]["ErrorTraceback"];
        };
        /**
         * HealthResponse
         * @description The health of a server that speaks leases. The backend adds members of its own (queue depths, its name); a controller ignores those it does not know.
         */
        HealthResponse: {
            /** @description `ok` when the backend can work; `degraded` when it works and should be replaced. */
            status: string;
            /** @description Why the status is not `ok`, in words for people; absent otherwise. */
            reason?: string;
            /** @description The name the supervisor gave this server (environment variable `_OSMOSIS_ROLLOUT_INSTANCE_ID`), else the same as `process_id`. A controller that started a server checks it, so as not to talk to a stranger on its port. */
            instance_id: string;
            /** @description A new UUID for every start of the application. A changed value means that all leases are gone. */
            process_id: string;
            /** @description Admission and load. */
            lifecycle: components["schemas"]["RolloutLifecycle"];
            /** @description Why the server admits rollouts or does not; absent from servers that do not say. */
            admission?: components["schemas"]["RolloutAdmission"];
            /** @description The backend's limit and load, where it has such a notion. */
            concurrency?: components["schemas"]["ConcurrencyHealth"];
            /** @description How many admitted rollouts may wait, for backends with a queue, those at work not counted; null is no limit. A controller that is told no `concurrency.max_concurrent` keeps at most so many in flight. */
            max_queue_depth?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Figures of one model call. Null and absent mean unknown. Unknown members are ignored. */
        LlmCallMetrics: {
            /** @description Tokens of the prompt, cached ones among them. */
            prompt_tokens?: number | null;
            /** @description Tokens the model wrote. */
            completion_tokens?: number | null;
            /** @description Tokens of the prompt that came from a cache. */
            cached_tokens?: number | null;
            /** @description Cost of the call in US dollars. */
            cost_usd?: number | null;
            /** @description The prompt's tokens by their number in the model's vocabulary. */
            prompt_token_ids?: number[] | null;
            /** @description The tokens the model wrote, by their number in its vocabulary. */
            completion_token_ids?: number[] | null;
            /** @description The log-probability of each token the model wrote, in the order of `completion_token_ids`. */
            logprobs?: number[] | null;
            /** @description The model that answered this call. */
            model_name?: string | null;
            /** @description Anything else about the call. */
            extra?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * Message
         * @description One entry of a conversation. Its members are those of the framework or the model that made it (chat completions, content blocks, response items); the protocol carries them as they are and inspects none.
         */
        Message: {
            [key: string]: unknown;
        };
        /**
         * Problem
         * @description An error answer (RFC 9457). `detail` is also what published clients read.
         */
        Problem: {
            /**
             * @description A URI naming the kind of problem; `about:blank` when the status says it all. `urn:osmosis:rollout:used-up` with 503 means that this process admits nothing any more, however long one waits. With 409, `urn:osmosis:rollout:id-taken` and `urn:osmosis:rollout:key-reused` say which conflict it is.
             * @default about:blank
             */
            type: string;
            /** @description The kind of problem in a few words, the same for every occurrence. */
            title: string;
            /** @description The HTTP status again. */
            status: number;
            /** @description What went wrong this time, and what to do about it. */
            detail: string;
            /** @description The path of the request. */
            instance?: string;
        };
        /**
         * ResultSample
         * @description The sample as a server delivers it: every member present, without `trajectory_messages`. What could not be written as JSON has been mended, never silently lost: in messages NaN and the infinities are null, a lone surrogate is U+FFFD, an object that is no JSON value is its text; a metric or extra field that cannot be carried is left out.
         */
        ResultSample: {
            /** @description The conversation in the form the agent framework keeps it. May be empty. */
            messages: components["schemas"]["Message"][];
            /** @description The reference answer of the dataset row, null when the row has none. */
            label: string | null;
            /** @description The reward. A number only where the rollout succeeded, was graded and `remove_sample` is false; null otherwise. */
            reward: components["schemas"]["Reward"] | null;
            /** @description True when the sample must be kept out of every count and every training batch. */
            remove_sample: boolean;
            /** @description Measurements by name. Values are finite; keys are strings. */
            metrics: {
                [key: string]: unknown;
            };
            /** @description Further values by name. Values are finite; keys are strings. `osmosis_judges`, when present, lists the first eight judges that the grader asked, each a SampleJudge. */
            extra_fields: {
                [key: string]: unknown;
            };
        };
        /**
         * Reward
         * @description What a grader gives a sample: any finite number. Nothing clamps it to a range. NaN and the infinities are refused where the reward is assigned, so they never reach a wire or a file.
         */
        Reward: number;
        /**
         * RolloutAdmission
         * @description Why a server does or does not admit rollouts. Whoever launched a server that is `used_up` ends its process and starts another before it sends more work; the results of rollouts that have ended can still be read until then.
         */
        RolloutAdmission: {
            /** @description The state of admissions. `lifecycle.accepting_rollouts` is true exactly when it is `accepting`. */
            state: components["schemas"]["AdmissionState"];
            /** @description Why, in words for people; absent while the server is accepting rollouts. */
            reason?: string;
        };
        /**
         * RolloutCompleteRequest
         * @description The completion callback - the workflow has ended. Sent once, before the grader callback. It carries no sample.
         */
        RolloutCompleteRequest: {
            /** @description How the workflow ended. */
            status: components["schemas"]["TerminalStatus"];
            /** @description The rollout's id. */
            rollout_id: components["schemas"]["RolloutId"];
            /**
             * @description Diagnostics of the backend, by name.
             * @default null
             */
            extra_fields?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description What went wrong, for people.
             * @default null
             */
            err_message?: string | null;
            /**
             * @description Why the workflow failed.
             * @default null
             */
            err_category?: components["schemas"]["RolloutErrorCategory"] | null;
            /** @description Where in the user's code the exception was raised; absent where the failure has no such place. */
            err_location?: components["schemas"]["ErrorLocation"];
            /** @description The traceback of the exception of user code; absent where there was none. */
            err_traceback?: components["schemas"]["ErrorTraceback"];
        };
        /**
         * RolloutErrorCategory
         * @description Why a rollout failed. `timeout`: a deadline of the agent or the grader passed. `validation_error`: the workflow or the grader returned or raised something invalid (a value, type or assertion error, a non-finite reward). `agent_error`: any other exception of user code. `http_error`: the sandbox or its service failed. `lease_expired`: the controller stopped polling. `internal_error`: the server itself failed. `http_error`, `lease_expired` and `internal_error` are faults of the infrastructure, never a verdict on the agent; so is a word that a reader does not know.
         * @enum {string}
         */
        RolloutErrorCategory: "timeout" | "lease_expired" | "validation_error" | "http_error" | "agent_error" | "internal_error";
        /**
         * RolloutId
         * @description The name of a rollout, chosen by the controller and unique on a server while the server remembers it. It is one segment of a URL path and of a file path: not empty, not `.` or `..`, without `/`, `\` and NUL. Everything else is allowed, spaces, colons and letters of any script included. Over 255 bytes of UTF-8 no directory can carry it; the rollout runs, but has no artifacts and no saved trajectory.
         */
        RolloutId: string;
        /**
         * RolloutInitRequest
         * @description Asks a server to run one rollout and to keep its result for polling (lease dialect). Members that are not listed are ignored.
         */
        RolloutInitRequest: {
            /** @description The prompt of the dataset row, handed to the workflow as it is. May be empty. */
            initial_messages: components["schemas"]["Message"][];
            /**
             * @description The reference answer. The grader sees it, the workflow does not.
             * @default null
             */
            label?: string | null;
            /**
             * @description The row's metadata, seen by workflow and grader alike.
             * @default null
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The rollout's name. */
            rollout_id: components["schemas"]["RolloutId"];
            /** @description Base of the policy model's endpoint for this rollout; clients append `/chat/completions`. Opaque to the server and not checked to be a URL, since a workflow that calls no model needs none. May be empty. */
            chat_completions_url: string;
            /**
             * @description Bearer key for the model endpoint; null when it needs none. Never the empty string.
             * @default null
             */
            llm_api_key?: string | null;
            /**
             * @description False asks for the sample alone; the grader is not run.
             * @default true
             */
            grade?: boolean;
            /**
             * @description Seconds the workflow may take, time spent waiting for a slot of the backend included; null is no limit. Zero or less has already passed.
             * @default null
             */
            agent_timeout_sec?: number | null;
            /**
             * @description Seconds the grader may take; null is no limit. Zero or less has already passed.
             * @default null
             */
            grader_timeout_sec?: number | null;
            /**
             * @description Kept beside the trajectory as `request_extra_fields`; used for nothing else.
             * @default null
             */
            extra_fields?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * RolloutInitResponse
         * @description The rollout is admitted (lease dialect). From now on the controller must poll before the lease lapses; each poll that arrives renews it.
         */
        RolloutInitResponse: {
            /** @description The id of the request. */
            rollout_id: components["schemas"]["RolloutId"];
            /** @description `queued`: work is scheduled before this answer leaves. */
            status: components["schemas"]["RolloutStatus"];
            /** @description Secret of this lease, sent back with every poll in `X-Osmosis-Rollout-Lease`. URL-safe characters, 43 of them from our own server. A server stores at most a hash of it. */
            polling_lease_token: string;
            /** @description Seconds a poll may block on the server before it answers with the current status. */
            result_wait_timeout_sec: number;
            /** @description Seconds after the arrival of the last poll at which the lease lapses, the work is cancelled and the result becomes a failure of category `lease_expired`. Always more than `result_wait_timeout_sec`. */
            polling_lease_timeout_sec: number;
        };
        /**
         * RolloutLifecycle
         * @description Whether the server takes work, and how much it has. Its presence says that the server speaks leases.
         */
        RolloutLifecycle: {
            /** @description False once the server is draining or used up; admissions are then answered with 503. */
            accepting_rollouts: boolean;
            /** @description Rollouts whose work has not ended, cleaning up after a delivered result included. */
            active_rollouts: number;
        };
        /**
         * RolloutResultResponse
         * @description Where a rollout stands, and its result once it has ended. While the status is live, `sample`, `err_message` and `err_category` are null. Where no grader is asked for, none is there, the row has neither label nor metadata, or the grader sets no reward, the rollout is a `success` whose reward is null. A `failure` with null category and message comes from older servers, and is read as a success without a reward.
         */
        RolloutResultResponse: {
            /** @description The id of the rollout. */
            rollout_id: components["schemas"]["RolloutId"];
            /** @description The current status. Never `unknown` here; an unknown id is answered with 404. */
            status: components["schemas"]["RolloutStatus"];
            /** @description The sample, null while the rollout is live and when there is none. Its `reward` is a number only on `success`. A rollout whose workflow failed, was late or was cancelled has the conversation so far, where the workflow's sample source could give it; `sample_cut_off` then says so. */
            sample: components["schemas"]["ResultSample"] | null;
            /** @description What went wrong, for people; null on success. */
            err_message: string | null;
            /** @description Why the rollout failed; null on success. */
            err_category: components["schemas"]["RolloutErrorCategory"] | null;
            /** @description Where in the user's code the exception was raised; absent where the failure has no such place. */
            err_location?: components["schemas"]["ErrorLocation"];
            /** @description The traceback of the exception of user code; absent where there was none. */
            err_traceback?: components["schemas"]["ErrorTraceback"];
            /**
             * @description True when the rollout ended before its workflow did: `sample` is then the conversation as far as it had come. Absent otherwise.
             * @constant
             */
            sample_cut_off?: true;
        };
        /**
         * RolloutStatus
         * @description Where a rollout stands. `queued`, `running` and `grading` are live, `success`, `failure` and `cancelled` are terminal and never change again. `unknown` is what a status question gets for an id the server does not hold. A controller must not rely on seeing `queued` or `grading`.
         * @enum {string}
         */
        RolloutStatus: "queued" | "running" | "grading" | "success" | "failure" | "cancelled" | "unknown";
        /**
         * RolloutStatusResponse
         * @description The answer to a status question of the callback dialect. It grants nothing and renews nothing.
         */
        RolloutStatusResponse: {
            /** @description The id asked for. */
            rollout_id: components["schemas"]["RolloutId"];
            /** @description The current status; `unknown` for an id never seen or no longer remembered. */
            status: components["schemas"]["RolloutStatus"];
            /** @description The reward of a rollout that succeeded and was graded, null otherwise. */
            reward: components["schemas"]["Reward"] | null;
            /** @description What went wrong, for people; null when nothing did. */
            err_message: string | null;
        };
        /** @description A report on one sample. Unknown members are ignored. */
        SampleReport: {
            /** @description The model that answered. Null and absent mean unknown. */
            model_name?: string | null;
            /**
             * @description One entry for each model call, in the order of the calls. If there are as many as the trajectory has agent steps, entry i becomes the metrics of agent step i; otherwise they are kept under `extra.osmosis.unmatched_llm_call_metrics`.
             * @default []
             */
            llm_call_metrics?: components["schemas"]["LlmCallMetrics"][];
            /** @description Totals for the trajectory, in the form of FinalMetrics. When it does not have that form it alone is ignored. Null and absent mean that totals are summed from `llm_call_metrics`. */
            final_metrics?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * TerminalStatus
         * @description How a rollout can end.
         * @enum {string}
         */
        TerminalStatus: "success" | "failure" | "cancelled";
        /** @description A report on one rollout. Unknown members are ignored. A report with exactly one sample is applied to the rollout's trajectory whatever the sample's key; with several none is applied, and all are kept in the document under `extra.osmosis.unmatched_sample_reports`. */
        TrajectoryReport: {
            /** @description The model that answered, for samples that do not name one. Null and absent mean unknown. */
            model_name?: string | null;
            /**
             * @description The reports on the rollout's samples. The keys are the reporter's own and carry no meaning.
             * @default {}
             */
            samples?: {
                [key: string]: components["schemas"]["SampleReport"];
            };
        };
        /**
         * ValidationFault
         * @description One thing that is wrong with a request.
         */
        ValidationFault: {
            /** @description The kind of fault as a short word, such as `missing` or `string_type`. */
            type: string;
            /** @description Where it is - `body`, `path`, `query` or `header`, then member names and list positions as they are in the request, and nothing else. */
            loc: (string | number)[];
            /** @description What is wrong, in words. */
            msg: string;
            /** @description What was found there, cut to a readable length; absent where there was nothing to show, and for a member that the contract marks `writeOnly`, which holds a secret. */
            input?: unknown;
        };
        /**
         * ValidationProblem
         * @description A request that does not fit the contract. `detail` and `errors` list the same faults in the same order; the first is where published clients look, and shows what was found in `input`; the second is where RFC 9457 puts it, without `input`.
         */
        ValidationProblem: {
            /**
             * @description A URI naming the kind of problem.
             * @default about:blank
             */
            type: string;
            /** @description The kind of problem in a few words. */
            title: string;
            /** @description The HTTP status again. */
            status: number;
            /** @description The faults. */
            detail: components["schemas"]["ValidationFault"][];
            /** @description The faults. */
            errors: components["schemas"]["ValidationFault"][];
            /** @description The path of the request. */
            instance?: string;
        };
    };
    responses: {
        /** @description The server has a key and the request did not show it. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request carries an `Origin`, so a web page sent it; or it reached a loopback address of the server and its `Host` names something else than a loopback host or a name the server was given. */
        Foreign: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body did not arrive in time. The connection is closed. */
        TooSlow: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has more bytes than the server takes. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not declared to be `application/json`. */
        WrongMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request does not fit the contract. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
    };
    parameters: {
        /**
         * @description The rollout's id, percent-encoded.
         * @example eval-1.row-0.run-0
         */
        RolloutId: components["schemas"]["RolloutId"];
        /** @description Names this admission, so that it can be asked for again after a lost answer. Chosen by the controller, unique to the admission; remembered as long as the rollout is. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Whole seconds to wait before asking again; 5 from our own server. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createRollout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this admission, so that it can be asked for again after a lost answer. Chosen by the controller, unique to the admission; remembered as long as the rollout is. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The rollout, in one of the two dialects. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RolloutInitRequest"] | components["schemas"]["CallbackRolloutInitRequest"];
            };
        };
        responses: {
            /** @description Admitted. In the lease dialect with the lease, in the callback dialect `{}`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolloutInitResponse"] | components["schemas"]["CallbackRolloutInitResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Foreign"];
            408: components["responses"]["TooSlow"];
            /** @description The id is registered, finished and still retained, or finished and still cleaning up: the problem's `type` is `urn:osmosis:rollout:id-taken`. Choose another id; never cancel by this one, it may be another controller's. Or the Idempotency-Key was used for another request, whatever id that has: the `type` is `urn:osmosis:rollout:key-reused`. Where both are so, it is the second. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongMediaType"];
            422: components["responses"]["Invalid"];
            /** @description The backend has no room. Nothing was admitted. Wait as long as `Retry-After` says and ask again. A controller takes both forms of the header, seconds and a date, and waits at most 60 seconds, one where it says nothing. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server takes no more work: it is draining, or it is used up (the problem's `type` is then `urn:osmosis:rollout:used-up`, and `/health` says why). Ask another server, or this one's successor. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRolloutResult: {
        parameters: {
            query?: {
                /** @description What ends the waiting. `change`, the default, is any change of status; `terminal` is the end of the rollout alone, which spares a controller polls that tell it nothing. A server that does not know the parameter ignores it, so a controller must still accept live answers. */
                until?: "change" | "terminal";
            };
            header: {
                /**
                 * @description The lease token of the admission.
                 * @example 7Jd0mV5m0dCq2zN3n6Yx1tF8bWcQeRsTuVwXyZaBcDe
                 */
                "X-Osmosis-Rollout-Lease": string;
            };
            path: {
                /**
                 * @description The rollout's id, percent-encoded.
                 * @example eval-1.row-0.run-0
                 */
                rollout_id: components["parameters"]["RolloutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, and the result once there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolloutResultResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The token is not that of this rollout's lease; or the request comes from a web page or names another host. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No rollout of this id is registered or retained under a lease. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            422: components["responses"]["Invalid"];
        };
    };
    getRolloutStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The rollout's id, percent-encoded.
                 * @example eval-1.row-0.run-0
                 */
                rollout_id: components["parameters"]["RolloutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status; `unknown` for an id that the server does not hold. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolloutStatusResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Foreign"];
            422: components["responses"]["Invalid"];
        };
    };
    cancelRollouts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Exactly one selector. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelRolloutsRequest"];
            };
        };
        responses: {
            /** @description What became of each. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelRolloutsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Foreign"];
            408: components["responses"]["TooSlow"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["WrongMediaType"];
            /** @description The request does not fit the contract; exactly one selector must be given. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["CancelProblem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of the backend, with identity and lifecycle. */
            200: {
                headers: {
                    /** @description The version of the SDK that serves. It informs; it never decides which dialect is spoken. */
                    "X-Osmosis-Rollout-Sdk-Version"?: string;
                    /** @description `instance_id` again, for supervisors that read headers alone. */
                    "X-Osmosis-Rollout-Instance-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"] | components["schemas"]["CallbackHealthResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Foreign"];
        };
    };
}
