import * as z from 'zod/mini';
import { taskChanges, taskForm, taskSchema } from '../../domain/office/tasks.ts';
import { endpoint } from '../endpoint.ts';
import { answer } from './answers.ts';

const one = answer({ task: taskSchema });

/** Tasks (wire.md, the rest). Whose task a hand may do, change or delete is the handler's to judge. */
export const taskEndpoints = {
  tasks: endpoint({
    method: 'GET',
    path: '/api/task/{org}',
    answer: answer({ tasks: z.array(taskSchema), next_cursor: z.optional(z.string()) }),
  }),
  createTask: endpoint({ method: 'POST', path: '/api/task/{org}', may: 'create-tasks', body: taskForm, answer: one }),
  updateTask: endpoint({ method: 'PUT', path: '/api/task/{org}/{id}', body: taskChanges, answer: one }),
  deleteTask: endpoint({
    method: 'DELETE',
    path: '/api/task/{org}/{id}',
    answer: answer({ alreadyDeleted: z.boolean() }),
  }),
} as const;
