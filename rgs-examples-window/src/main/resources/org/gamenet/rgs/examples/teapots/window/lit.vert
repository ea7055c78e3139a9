attribute vec3 a_position;
attribute vec3 a_normal;
uniform mat4 u_eye;
uniform mat4 u_place;
varying vec3 v_place;
varying vec3 v_normal;
void main() {
    vec4 place = u_place * vec4(a_position, 1.0);
    v_place = place.xyz;
    v_normal = (u_place * vec4(a_normal, 0.0)).xyz;
    gl_Position = u_eye * place;
}
